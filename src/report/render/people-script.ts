import { apostrophe, plainOf } from '../../audience/comparable.ts';
import { formula } from '../csv-cell.ts';

/**
 * Finds people by the whole number, by the digits that are shown of it, by the masked number as it is shown, or by name, as `soughtText`
 * compares it; filters what is said of them, keeps that in the address, shows so many at a time, fewer on a narrow screen, and saves the
 * selection as CSV. On paper there are all of them.
 */
export const peopleScript = `
const box=document.querySelector('.search');
if(box){box.hidden=false;
const pager=document.querySelector('.pager'),[back,next]=pager.querySelectorAll('button'),size=innerWidth<600?20:Number(pager.dataset.size);let page=0,asked=[];
const show=()=>{const pages=Math.max(1,Math.ceil(asked.length/size));page=Math.min(page,pages-1);asked.forEach((row,at)=>row.classList.toggle('later',Math.floor(at/size)!==page));
pager.hidden=pages===1;back.disabled=page===0;next.disabled=page===pages-1;pager.querySelector('span').textContent='Page '+(page+1)+' of '+pages};
const turn=(by)=>{page+=by;show();document.getElementById('people').scrollIntoView()};back.addEventListener('click',()=>turn(-1));next.addEventListener('click',()=>turn(1));
const input=box.querySelector('input'),out=box.querySelector('output'),save=box.querySelector('button'),choices=[...box.querySelectorAll('select')];
const rows=[...document.querySelectorAll('.people tbody tr')].map((row)=>({row,items:[...row.querySelectorAll('li')]}));
const digits=(text)=>text.replace(/\\D/g,'');
const letters=${JSON.stringify(plainOf)};
const plain=(text)=>text.replace(${apostrophe},'').normalize('NFKD').replace(/\\p{M}/gu,'').toLowerCase().replace(/./gu,(letter)=>letters[letter]??letter).replace(/[^\\p{L}\\p{N}]+/gu,' ').trim();
const fits=(shown,typed)=>{const [head,tail]=shown.split('…');const [start,end]=typed.split(/…|\\.{2,}/).map(digits);
if(tail===undefined)return end===undefined?shown.includes(start):shown.startsWith(start)&&shown.endsWith(end);
if(end!==undefined)return head.startsWith(start)&&(tail.startsWith(end)||tail.endsWith(end));
return start.length>=head.length+tail.length?start.startsWith(head)&&start.endsWith(tail):head.startsWith(start)||tail.endsWith(start)||tail.startsWith(start)};
const isAsked=(row,typed)=>typed===''||(digits(typed)===''?row.dataset.sought.includes(plain(typed))&&plain(typed)!=='':fits(row.dataset.key,typed));
const isWanted=(item)=>choices.every(({value,dataset})=>{const own=item.dataset[dataset.filter];return value===''||own===value||own.startsWith(value+':')});
const apply=()=>{const typed=input.value.trim();const filtered=typed!==''||choices.some(({value})=>value!=='');let found=0;
for(const {row,items} of rows){let some=false;for(const item of items){item.hidden=!isWanted(item);some||=!item.hidden}row.hidden=!(some&&isAsked(row,typed));if(!row.hidden)found++}
asked=rows.flatMap(({row})=>row.hidden?[]:[row]);page=0;show();
out.textContent=!filtered?'':found===1?'1 person':found>0?found+' people':typed!==''&&choices.every(({value})=>value==='')?'No recipient on this page has this '+(digits(typed)===''?'name':'number')+'.':'Nobody.';
const kept=new URLSearchParams(typed===''?{}:{find:typed});for(const {value,dataset} of choices)if(value!=='')kept.set(dataset.filter,value);
try{history.replaceState(null,'',kept.size===0?location.pathname+location.search:'#'+kept)}catch{}};
const restore=()=>{const kept=new URLSearchParams(location.hash.slice(1));input.value=kept.get('find')??'';for(const one of choices)one.value=[...one.options].some(({value})=>value===kept.get(one.dataset.filter))?kept.get(one.dataset.filter):'';apply()};
input.addEventListener('input',apply);for(const one of choices)one.addEventListener('change',apply);addEventListener('hashchange',restore);restore();
const cell=(text)=>{const safe=text.replace(${formula},"$1'");return /[",\\n]/.test(safe)?'"'+safe.replaceAll('"','""')+'"':safe};
const columns=JSON.parse(save.dataset.csv);
const read=(item,of)=>(of.startsWith('.')?item.querySelector(of)?.textContent:item.dataset[of])??'';
save.addEventListener('click',()=>{const lines=[['recipient','name',...columns.map(({name})=>name)].join()];
for(const {row,items} of rows)if(!row.hidden)for(const item of items)if(!item.hidden)lines.push([row.dataset.key,row.dataset.name,...columns.map(({of})=>read(item,of))].map(cell).join());
const link=document.createElement('a');link.href=URL.createObjectURL(new Blob(['\\uFEFF'+lines.join('\\r\\n')+'\\r\\n'],{type:'text/csv'}));link.download='people.csv';link.click();setTimeout(()=>URL.revokeObjectURL(link.href),1000)})}
`;
