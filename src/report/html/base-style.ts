import { webStyle } from '../../web/style.gen.ts';

/** What pages look like that a command prints: as those of the control room, which shows them in frames without their titles. */
export const baseStyle = `${webStyle}
:root{--once:light-dark(#b4541a,#ff9d66)}
body{margin:0 auto;padding:24px 24px 48px;max-width:1128px}
.framed body{padding:16px;background:var(--card)}.framed h1,.framed .identity{display:none}.framed .figures{margin-top:0}.framed main>section:first-child h2{margin-top:16px}
h2{margin:32px 0 8px}h3{margin:16px 0 4px}h2,h3{break-after:avoid}p{margin:4px 0}
.verdict{margin:16px 0 4px;font-size:16px;line-height:24px}.framed .verdict{margin-top:0}
.about,footer,small{color:var(--soft)}small{font-weight:400}
a{color:var(--green)}.unbroken,time{white-space:nowrap}.about .unbroken{display:inline-block;max-width:100%;white-space:normal}
.figures{margin:16px 0}.figures div{display:flex;flex-direction:column-reverse;justify-content:flex-end}.figures small{font-size:12px;font-weight:400}
.findings{margin:16px 0;padding:8px 16px;background:var(--amber-bg);border-radius:12px}.findings li{padding:4px 0;overflow-wrap:anywhere}.findings b{color:var(--amber)}
.wide{overflow-x:auto}
.row{display:grid;grid-template-columns:13rem minmax(0,1fr);align-items:center;border-bottom:1px solid var(--line)}
.row>span{overflow-wrap:anywhere;padding:2px 12px 2px 0;line-height:18px}
.axis{border-bottom:1px solid var(--line)}.ticks .narrow{display:none}.days,.clock{position:relative;height:20px;overflow:hidden}
.ticks i{position:absolute;height:100%;padding-left:4px;border-left:1px solid var(--line);font-style:normal;font-size:12px;color:var(--soft);white-space:nowrap;line-height:20px}
.days i{color:var(--ink);font-weight:600}
svg{display:block;width:100%;height:28px}rect{fill:var(--accepted)}rect:hover{opacity:.6}
.key{display:flex;flex-wrap:wrap;gap:4px 16px;margin:8px 0 0;color:var(--soft);font-size:12px}
.key i{display:inline-block;width:10px;height:10px;margin-right:6px;border-radius:3px;print-color-adjust:exact}
table{width:100%;border-collapse:collapse}th,td{text-align:left;vertical-align:top;padding:8px 12px 8px 0;border-bottom:1px solid var(--line)}
thead{break-after:avoid}thead th{color:var(--soft);font-weight:400;font-size:12px;white-space:nowrap}tbody th{font-weight:600}.line,.number{white-space:nowrap}.words{overflow-wrap:break-word}
tbody th small{display:block}.number{text-align:right}.zero{color:var(--soft);font-style:normal}td ul{margin:0;padding:0;list-style:none}.words li+li{margin-top:2px}
.times{margin-top:12px}.times summary{cursor:pointer;color:var(--soft);font-size:12px;padding:2px 0}
footer{margin-top:40px;font-size:12px;overflow-wrap:anywhere}
@media (max-width:60rem),print{.ticks .roomy{display:none}.ticks .narrow{display:block}}
@media screen and (max-width:44rem){body{padding:16px}.row{grid-template-columns:minmax(0,1fr)}.axis>span{display:none}.row>span{padding-top:6px}}
@media screen and (max-width:60rem){.cells,.cells tbody,.cells tr,.cells th,.cells td{display:block}.cells thead,.cells td:empty,.cells td:has(>.zero){display:none}.cells tr{padding:8px 0;border-bottom:1px solid var(--line)}
.cells tbody th,.cells td{padding:2px 0;border:0;text-align:left;white-space:normal;overflow-wrap:anywhere}.cells td{position:relative;padding-left:7.5rem;min-height:1.5em}.cells td::before{content:attr(data-column);position:absolute;left:0;color:var(--soft);font-size:12px}}
@media print{:root{--ink:#000;--soft:#444;--line:#bbb;--once:#888;--amber:#000;--amber-bg:#fff;--accepted:#333}body{max-width:none;padding:0;font-size:10pt}.cells{font-size:9pt}.cells th,.cells td{padding:.25rem .5rem .25rem 0}.cells .line,.cells thead th{white-space:normal}.wide{overflow:visible}tr,.row,.figures,.key,.findings li{break-inside:avoid}rect{print-color-adjust:exact}.times{display:none}.findings{border:1px solid #000}}
`;
