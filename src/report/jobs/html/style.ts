/** What the report's page adds to the look of all pages. */
export const style = `
.verdict b{font-size:20px}
.ended{margin:16px 0 0;font-weight:600;overflow-wrap:anywhere}.ended+.verdict{margin-top:8px}.signed{margin:.6rem 0 0;padding:0;list-style:none;color:var(--soft)}.signed li{margin:.15rem 0;overflow-wrap:anywhere}
.note{margin:.2rem 0;color:var(--soft)}.note b{color:var(--ink)}
.share{display:flex;height:12px;margin:16px 0 8px;gap:1px;border-radius:99px;overflow:hidden;background:var(--grey-bg)}
.share i{min-width:3px;background:var(--outcome)}
.legend{display:flex;flex-wrap:wrap;gap:4px 24px}
.legend li{display:flex;align-items:baseline;gap:.45rem;white-space:nowrap}.legend b{font-size:16px}
.legend i{display:inline-block;width:10px;height:10px;border-radius:3px;align-self:center}.legend i,.key i{background:var(--outcome)}
.lane rect{fill:var(--outcome)}.lane .closed{fill:var(--hours)}.lane .closed:hover{opacity:1}.all svg{height:72px}.all{border-bottom:2px solid var(--line)}
.doubts{margin-top:24px;padding:4px 16px 12px;background:var(--amber-bg);border-radius:12px}.doubts h2{margin:12px 0 4px}.doubts p{margin:.3rem 0}.doubts h3{margin:.8rem 0 .3rem;font-size:14px;font-weight:600}
.names{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:.1rem 1rem;margin:0;padding:0;list-style:none}
.share.small{height:6px;margin:6px 0 0;min-width:9rem}
.outcome{white-space:nowrap}.number b{font-weight:600}
.line i,.outcome i{display:inline-block;width:10px;height:10px;margin-right:6px;border-radius:3px;background:var(--outcome)}
@media screen and (max-width:60rem){.share.small{max-width:12rem}}
.calm td,.calm th{color:var(--soft)}
@media print{.share.small{min-width:0}:root{--accepted:#8a8a8a;--rejected:#000;--inDoubt:#444;--underWay:#666;--skipped:#c4c4c4;--notMeant:#eee;--expired:#b0b0b0;--cancelled:#d8d8d8;--pending:#fff;--hours:#f4f4f4}.share,.share i,.legend i,.key i,.line i,.outcome i{print-color-adjust:exact}}
`;
