/** What pages of ours look like: system fonts, and for light and dark the colours of the control room, which shows them in frames. */
export const baseStyle = `
:root{--ink:#1d2421;--soft:#5c665f;--line:#e0dcd1;--page:#fffdf8;--raised:#f4f2ec;--bar:#0a6b4d;--once:#b4541a;--warn:#7a4f00;--warnbg:#fff3d6;--focus:#0a6b4d}
@media (prefers-color-scheme:dark){:root{--ink:#e7ece9;--soft:#b0bcb6;--line:#2b3531;--page:#1a211e;--raised:#121715;--bar:#58c79c;--once:#ff9d66;--warn:#ffd27a;--warnbg:#33290f;--focus:#58c79c}}
*{box-sizing:border-box}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:.2rem}
body{margin:0 auto;padding:2rem 1.5rem 3rem;max-width:76rem;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
h1{margin:0;font-size:1.7rem;line-height:1.25;overflow-wrap:anywhere}h2{font-size:1.1rem;margin:2.2rem 0 .6rem}h3{font-size:1rem;margin:1.2rem 0 .4rem}h2,h3{break-after:avoid}
code{font:.92em ui-monospace,monospace;overflow-wrap:anywhere}.about,footer,small{color:var(--soft)}small{font-weight:400}
a{color:var(--focus)}.unbroken,time{white-space:nowrap}.about .unbroken{display:inline-block;max-width:100%;white-space:normal}
.sums{display:flex;flex-wrap:wrap;gap:.6rem 2.2rem;margin:1.2rem 0 0}.sums div{display:flex;flex-direction:column-reverse}
.sums dd{margin:0;font-size:1.5rem;font-variant-numeric:tabular-nums}.sums dt{color:var(--soft);font-size:.85rem}
.findings{margin:1.4rem 0 0;padding:.8rem 1rem;list-style:none;background:var(--warnbg);color:var(--warn);border-radius:.4rem}
.wide{overflow-x:auto;background:linear-gradient(90deg,var(--page) 1.5rem,transparent) 0 0/3rem 100% no-repeat local,linear-gradient(-90deg,var(--page) 1.5rem,transparent) 100% 0/3rem 100% no-repeat local,linear-gradient(90deg,var(--line),transparent) 0 0/.8rem 100% no-repeat scroll,linear-gradient(-90deg,var(--line),transparent) 100% 0/.8rem 100% no-repeat scroll}
.row{display:grid;grid-template-columns:13rem minmax(0,1fr);align-items:center;border-bottom:1px solid var(--line)}
.row>span{overflow-wrap:anywhere;padding:.1rem .8rem .1rem 0;line-height:1.3}
.axis{border-bottom:2px solid var(--line)}.ticks .narrow{display:none}.days,.clock{position:relative;height:1.35rem;overflow:hidden}
.ticks i{position:absolute;height:100%;padding-left:.3rem;border-left:1px solid var(--line);font-style:normal;font-size:.75rem;color:var(--soft);white-space:nowrap;line-height:1.35rem}
.days i{color:var(--ink);font-weight:600;border-color:var(--soft)}
svg{display:block;width:100%;height:28px}rect{fill:var(--bar)}rect:hover{opacity:.6}
.key{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;margin:.6rem 0 0;padding:0;list-style:none;color:var(--soft);font-size:.85rem}
.key i{display:inline-block;width:.8rem;height:.8rem;margin-right:.35rem;border:1px solid var(--line);border-radius:.15rem;vertical-align:-.1rem;print-color-adjust:exact}
table{width:100%;border-collapse:collapse}th,td{text-align:left;vertical-align:top;padding:.4rem .8rem .4rem 0;border-bottom:1px solid var(--line)}
thead{break-after:avoid}thead th{color:var(--soft);font-weight:400;font-size:.85rem;white-space:nowrap}.line,.number{white-space:nowrap}.words{overflow-wrap:break-word}
tbody th small{display:block}.number{text-align:right;font-variant-numeric:tabular-nums}td ul{margin:0;padding:0;list-style:none}.words li+li{margin-top:.2rem}
.times{margin-top:.8rem}.times summary{cursor:pointer;color:var(--soft);font-size:.85rem;padding:.15rem 0}
footer{margin-top:2.5rem;font-size:.8rem;overflow-wrap:anywhere}
@media (max-width:60rem),print{.ticks .roomy{display:none}.ticks .narrow{display:block}}
@media screen and (max-width:44rem){body{padding:1rem}.row{grid-template-columns:minmax(0,1fr)}.axis>span{display:none}.row>span{padding-top:.4rem}}
@media screen and (max-width:60rem){.cells,.cells tbody,.cells tr,.cells th,.cells td{display:block}.cells thead,.cells td:empty{display:none}.cells tr{padding:.5rem 0;border-bottom:1px solid var(--line)}
.cells tbody th,.cells td{padding:.1rem 0;border:0;text-align:left;white-space:normal;overflow-wrap:anywhere}.cells td{position:relative;padding-left:7.5rem;min-height:1.5em}.cells td::before{content:attr(data-column);position:absolute;left:0;color:var(--soft);font-size:.85rem}}
@media print{:root{--ink:#000;--soft:#444;--line:#bbb;--page:#fff;--raised:#fff;--bar:#333;--once:#888;--warn:#000;--warnbg:#fff}body{max-width:none;padding:0;font-size:10pt}.cells{font-size:9pt}.cells th,.cells td{padding:.25rem .5rem .25rem 0}.cells .line,.cells thead th{white-space:normal}.wide{overflow:visible;background:none}tr,.row,.sums,.key,.findings li{break-inside:avoid}rect{print-color-adjust:exact}.times{display:none}.findings{border:1px solid #000}}
`;
