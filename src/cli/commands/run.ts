/** callsheet run FILE: carries out what is left of the campaign, exactly once; resumes by itself. */
export { runToEnd as run } from '../run/run-to-end.ts';
