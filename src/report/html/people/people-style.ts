/** The look of a list of people, and of the search above it. */
export const peopleStyle = `
.people th{white-space:nowrap;font-variant-numeric:tabular-nums}.people td{overflow-wrap:anywhere}.people td ul{display:flex;flex-wrap:wrap;gap:0 1.6rem}s{color:var(--soft)}
.search{display:flex;flex-wrap:wrap;gap:.5rem .8rem;align-items:center;margin:.6rem 0}.search[hidden]{display:none}
.search input,.search select,.search button{font:inherit;padding:.25rem .5rem;border:1px solid var(--soft);border-radius:.3rem;background:var(--raised);color:inherit;max-width:min(100%,24rem);min-width:0}.search button{cursor:pointer}.search label{display:flex;flex-wrap:wrap;gap:.2rem .5rem;align-items:center;max-width:100%}.search output{color:var(--soft)}.people th small{display:block;font-variant-numeric:normal}.people li[hidden]{display:none}
@media print{.search{display:none}}
`;
