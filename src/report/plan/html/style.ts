/** What the plan's page adds to the look of all pages. */
export const style = `
.once rect{fill:var(--once)}.key .once{background:var(--once)}.key .each{background:var(--accepted)}
details summary{cursor:pointer;color:var(--soft);font-size:12px;padding:.15rem 0}details .row>span{padding-left:1rem;font-size:12px}
.row>em{font-style:normal;color:var(--soft);font-size:12px;padding:.2rem 0}
.conditional td,.done td{color:var(--soft)}.late td:nth-child(3){color:var(--amber);font-weight:700}
@media screen and (max-width:44rem){details .row>span{padding-left:0}}
@media print{details::details-content{content-visibility:visible;display:block;block-size:auto}summary{list-style:none}summary::-webkit-details-marker{display:none}}
`;
