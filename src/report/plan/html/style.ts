/** What the plan's page adds to the look of all pages. */
export const style = `
.once rect{fill:var(--once)}.key .once{background:var(--once)}.key .each{background:var(--bar)}
details summary{cursor:pointer;color:var(--soft);font-size:.85rem;padding:.15rem 0}details .row>span{padding-left:1rem;font-size:.85rem}
.row>em{font-style:normal;color:var(--soft);font-size:.85rem;padding:.2rem 0}
.conditional td,.done td{color:var(--soft)}.late td:nth-child(3){color:var(--warn);font-weight:700}
.people th{white-space:nowrap;font-variant-numeric:tabular-nums}.people td{overflow-wrap:anywhere}.people td ul{display:flex;flex-wrap:wrap;gap:0 1.6rem}s{color:var(--soft)}
.search{display:flex;flex-wrap:wrap;gap:.4rem .8rem;align-items:center}.search[hidden]{display:none}
.search input{font:inherit;padding:.25rem .5rem;border:1px solid var(--soft);border-radius:.3rem;background:var(--raised);color:inherit}
@media screen and (max-width:44rem){details .row>span{padding-left:0}}
@media print{.search{display:none}details::details-content{content-visibility:visible;display:block;block-size:auto}summary{list-style:none}summary::-webkit-details-marker{display:none}}
`;

/** Finds a row by the whole number, by the digits that are shown of it, or by the masked number as it is shown. */
export const script = `
const box=document.querySelector('.search');
if(box){box.hidden=false;const input=box.querySelector('input'),out=box.querySelector('output'),rows=[...document.querySelectorAll('.people tbody tr')];
const digits=(text)=>text.replace(/\\D/g,'');
const fits=(shown,typed)=>{const [head,tail]=shown.split('…');const [start,end]=typed.split(/…|\\.{2,}/).map(digits);
if(tail===undefined)return end===undefined?shown.includes(start):shown.startsWith(start)&&shown.endsWith(end);
if(end!==undefined)return head.startsWith(start)&&(tail.startsWith(end)||tail.endsWith(end));
return start.length>=head.length+tail.length?start.startsWith(head)&&start.endsWith(tail):head.startsWith(start)||tail.endsWith(start)||tail.startsWith(start)};
input.addEventListener('input',()=>{const typed=input.value.trim();let found=0;for(const row of rows){const show=typed===''||digits(typed)!==''&&fits(row.dataset.key,typed);row.hidden=!show;if(show)found++}
out.textContent=typed===''?'':found===0?'No recipient on this page has this number.':found===1?'1 person':found+' people'})}
`;
