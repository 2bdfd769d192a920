/** What the plan's page adds to the look of all pages. */
export const style = `
.once rect{fill:var(--once)}.key .once{background:var(--once)}.key .each{background:var(--bar)}
details summary{cursor:pointer;color:var(--soft);font-size:.85rem;padding:.15rem 0}details .row>span{padding-left:1rem;font-size:.85rem}
.row>em{font-style:normal;color:var(--soft);font-size:.85rem;padding:.2rem 0}
.conditional td,.done td{color:var(--soft)}.late td:nth-child(3){color:var(--warn);font-weight:700}
.people th{white-space:nowrap;font-variant-numeric:tabular-nums}.people td{overflow-wrap:anywhere}.people td ul{display:flex;flex-wrap:wrap;gap:0 1.6rem}s{color:var(--soft)}
.search{display:flex;flex-wrap:wrap;gap:.5rem .8rem;align-items:center;margin:.6rem 0}.search[hidden]{display:none}
.search input,.search select,.search button{font:inherit;padding:.25rem .5rem;border:1px solid var(--soft);border-radius:.3rem;background:var(--raised);color:inherit;max-width:min(100%,24rem);min-width:0}.search button{cursor:pointer}.search label{display:flex;flex-wrap:wrap;gap:.2rem .5rem;align-items:center;max-width:100%}.search output{color:var(--soft)}.people th small{display:block;font-variant-numeric:normal}.people li[hidden]{display:none}
@media screen and (max-width:44rem){details .row>span{padding-left:0}}
@media print{.search{display:none}details::details-content{content-visibility:visible;display:block;block-size:auto}summary{list-style:none}summary::-webkit-details-marker{display:none}}
`;
