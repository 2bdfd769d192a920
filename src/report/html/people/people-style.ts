/** The look of a list of people, and of the search above it. */
export const peopleStyle = `
.people th{white-space:nowrap;font-variant-numeric:tabular-nums}.people td{overflow-wrap:anywhere}.people td ul{display:flex;flex-wrap:wrap;gap:0 1.6rem}s{color:var(--soft)}
.search{display:flex;flex-wrap:wrap;gap:.5rem .8rem;align-items:center;margin:.6rem 0}.search[hidden]{display:none}
.search input,.search select,.search button{max-width:min(100%,24rem)}.search button,.pages button{height:32px;padding:0 14px;border:1px solid var(--edge);border-radius:8px;background:var(--card);font-weight:600;cursor:pointer}.pages{display:flex;gap:12px;align-items:center;margin:12px 0}.pages[hidden]{display:none}.pages button:disabled{color:var(--soft);cursor:default}.search label{display:flex;flex-wrap:wrap;gap:.2rem .5rem;align-items:center;max-width:100%}.search output{color:var(--soft)}.people th small{display:block;font-variant-numeric:normal}.people li[hidden]{display:none}@media screen{.people .later{display:none}}
@media print{.search,.pages{display:none}}
`;
