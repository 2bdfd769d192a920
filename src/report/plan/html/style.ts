/** What the plan's page adds to the look of all pages. */
export const style = `
.once rect{fill:var(--once)}
details summary{cursor:pointer;color:var(--soft);font-size:.85rem;padding:.15rem 0}details .row>span{padding-left:1rem;font-size:.85rem}
.idle{display:flex;flex-wrap:wrap;gap:.2rem 1.4rem;margin:.6rem 0 0;padding:0;list-style:none}
.conditional td,.done td{color:var(--soft)}.late td:nth-child(3){color:var(--warn);font-weight:700}
.people td ul{display:flex;flex-wrap:wrap;gap:0 1.6rem}s{color:var(--soft)}
.search input{font:inherit;padding:.25rem .5rem;border:1px solid var(--line);border-radius:.3rem;background:var(--raised);color:inherit}
@media print{.search{display:none}}
`;

/** Finds a row by the whole number, or by the digits that are shown of it. */
export const script = `
const box=document.querySelector('.search');
if(box){box.hidden=false;const input=box.querySelector('input'),out=box.querySelector('output'),rows=[...document.querySelectorAll('.people tbody tr')];
const fits=(shown,typed)=>{const cut=shown.indexOf('…');if(cut===-1)return shown.includes(typed);const head=shown.slice(0,cut),tail=shown.slice(cut+1);
return typed.length>head.length+tail.length?typed.startsWith(head)&&typed.endsWith(tail):head.startsWith(typed)||tail.endsWith(typed)||tail.startsWith(typed)};
input.addEventListener('input',()=>{const typed=input.value.replace(/\\D/g,'');let found=0;for(const row of rows){const show=typed===''||fits(row.dataset.key,typed);row.hidden=!show;if(show)found++}
out.textContent=typed===''?'':found===1?'1 person':found+' people'})}
`;
