/** What the report's page adds to the look of all pages: a colour for each thing that a job can come to. */
export const style = `
:root{--accepted:#0a6b4d;--rejected:#cf3f2e;--inDoubt:#e0a100;--underWay:#6fa58e;--skipped:#98a3a0;--notMeant:#dcd9d0;--expired:#8b6fb8;--cancelled:#5f6b7c;--pending:#cfe0d8;--closed:#f0ece1}
@media (prefers-color-scheme:dark){:root{--accepted:#58c79c;--rejected:#ff7a66;--inDoubt:#ffc94d;--underWay:#3f6d5b;--skipped:#76839a;--notMeant:#3d4757;--expired:#b79be6;--cancelled:#a3afc2;--pending:#29493d;--closed:#222b27}}
${['accepted', 'rejected', 'inDoubt', 'underWay', 'skipped', 'notMeant', 'expired', 'cancelled', 'pending']
  .map((outcome) => `.${outcome}{--outcome:var(--${outcome})}`)
  .join('')}
.verdict{margin:1.4rem 0 .2rem;font-size:1.25rem;line-height:1.35}.verdict b{font-size:1.7rem;font-variant-numeric:tabular-nums}
.ended{margin:1.4rem 0 0;font-weight:600;overflow-wrap:anywhere}.ended+.verdict{margin-top:.5rem}.signed{margin:.6rem 0 0;padding:0;list-style:none;color:var(--soft)}.signed li{margin:.15rem 0;overflow-wrap:anywhere}
.note{margin:.2rem 0;color:var(--soft)}.note b{color:var(--ink)}
.share{display:flex;height:1.6rem;margin:1.2rem 0 .7rem;gap:1px;border-radius:.3rem;overflow:hidden;background:var(--line);border:1px solid var(--line)}
.share i{min-width:3px;background:var(--outcome)}
.legend{display:flex;flex-wrap:wrap;gap:.3rem 1.8rem;margin:0;padding:0;list-style:none}
.legend li{display:flex;align-items:baseline;gap:.45rem;white-space:nowrap}.legend b{font-size:1.15rem;font-variant-numeric:tabular-nums}
.legend i{display:inline-block;width:.8rem;height:.8rem;border-radius:.15rem;border:1px solid var(--line);align-self:center}.legend i,.key i{background:var(--outcome)}
.lane rect{fill:var(--outcome)}.lane .closed{fill:var(--closed)}.lane .closed:hover{opacity:1}.all svg{height:72px}.all{border-bottom:2px solid var(--line)}
.doubts{margin-top:1.6rem;padding:.2rem 1.1rem .8rem;border-left:4px solid var(--inDoubt);background:var(--raised);border-radius:.2rem}.doubts h2{margin:.8rem 0 .3rem}.doubts p{margin:.3rem 0}.doubts h3{margin:.8rem 0 .3rem;font-size:.9rem;font-weight:600}
.names{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:.1rem 1rem;margin:0;padding:0;list-style:none}
.small{height:.5rem;margin:.35rem 0 0;min-width:9rem}td .share{border:0}
.outcome{white-space:nowrap}.zero{color:var(--soft);font-style:normal}.number b{font-weight:600}
.line i,.outcome i{display:inline-block;width:.7rem;height:.7rem;margin-right:.4rem;border-radius:.15rem;background:var(--outcome);border:1px solid var(--line)}
@media screen and (max-width:60rem){.cells td:has(>.zero){display:none}.share.small{max-width:12rem}}
.calm td,.calm th{color:var(--soft)}
@media print{.share.small{min-width:0}:root{--accepted:#8a8a8a;--rejected:#000;--inDoubt:#444;--underWay:#666;--skipped:#c4c4c4;--notMeant:#eee;--expired:#b0b0b0;--cancelled:#d8d8d8;--pending:#fff;--closed:#f4f4f4}.share,.share i,.legend i,.key i,.line i,.outcome i{print-color-adjust:exact}}
`;
