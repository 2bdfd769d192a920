/** What pages of ours look like: system fonts, and colours of our own for light, dark and paper. */
export const baseStyle = `
:root{--ink:#1c2330;--soft:#5d6878;--line:#d9dee6;--page:#fff;--raised:#f5f7fa;--bar:#2f6fde;--once:#b4541a;--warn:#8a5a00;--warnbg:#fff6e0}
@media (prefers-color-scheme:dark){:root{--ink:#e6eaf1;--soft:#9aa6b8;--line:#323a47;--page:#14181f;--raised:#1c222c;--bar:#6ea2ff;--once:#ff9d66;--warn:#ffd27a;--warnbg:#33290f}}
*{box-sizing:border-box}
body{margin:0 auto;padding:2rem 1.5rem 3rem;max-width:76rem;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
h1{margin:0;font-size:1.7rem}h2{font-size:1.1rem;margin:2.2rem 0 .6rem}
code{font:.92em ui-monospace,monospace}.about,footer,small{color:var(--soft)}small{font-weight:400}
.sums{display:flex;flex-wrap:wrap;gap:.6rem 2.2rem;margin:1.2rem 0 0}.sums div{display:flex;flex-direction:column-reverse}
.sums dd{margin:0;font-size:1.5rem;font-variant-numeric:tabular-nums}.sums dt{color:var(--soft);font-size:.85rem}
.findings{margin:1.4rem 0 0;padding:.8rem 1rem;list-style:none;background:var(--warnbg);color:var(--warn);border-radius:.4rem}
.wide{overflow-x:auto}
.row{display:grid;grid-template-columns:13rem minmax(28rem,1fr);align-items:center;border-bottom:1px solid var(--line)}
.row>span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;padding-right:.8rem}
.axis{border-bottom:2px solid var(--line)}.ticks{position:relative;height:1.7rem}
.ticks i{position:absolute;padding-left:.3rem;border-left:1px solid var(--line);font-style:normal;font-size:.75rem;color:var(--soft);white-space:nowrap;line-height:1.7rem}
.ticks .day{color:var(--ink);font-weight:600;border-color:var(--soft)}
svg{display:block;width:100%;height:28px}rect{fill:var(--bar)}rect:hover{opacity:.6}
table{width:100%;border-collapse:collapse}th,td{text-align:left;vertical-align:top;padding:.4rem .8rem .4rem 0;border-bottom:1px solid var(--line)}
thead th{color:var(--soft);font-weight:400;font-size:.85rem;white-space:nowrap}td{white-space:nowrap}td:last-child{white-space:normal}
tbody th small{display:block}.number{text-align:right;font-variant-numeric:tabular-nums}td ul{margin:0;padding:0;list-style:none}
footer{margin-top:2.5rem;font-size:.8rem;overflow-wrap:anywhere}
@media (max-width:44rem){body{padding:1rem}.row{grid-template-columns:8rem minmax(20rem,1fr)}.ticks i:not(.day){display:none}.ticks i:nth-child(4n+1){display:block}.ticks .day+i:not(.day){display:none}}
@media print{:root{--ink:#000;--soft:#444;--line:#bbb;--page:#fff;--raised:#fff;--bar:#333;--once:#777;--warn:#000;--warnbg:#fff}body{max-width:none;padding:0;font-size:10pt}.wide{overflow:visible}tr,.row{break-inside:avoid}rect{print-color-adjust:exact}.findings{border:1px solid #000}}
`;
