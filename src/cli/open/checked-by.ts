import packageJson from '../../../package.json' with { type: 'json' };

/** What the check of a campaign depends on, apart from its files. */
export const checkedBy = `${packageJson.version} on Node ${process.versions.node}`;
