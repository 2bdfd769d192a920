/** What a campaign file says of itself in its text, also while it is being edited, or is wrong. */
export interface NamesInText {
  readonly id: string;
  readonly title?: string;
  readonly starts?: string;
}

/** A key of the whole file, in the ways of YAML. Other files may have one further in. */
function ofFile(key: string, value: string): RegExp {
  return new RegExp(String.raw`^\uFEFF?(?:\{\s*)?["']?${key}["']?\s*:${value}`, 'm');
}

const patterns = {
  id: ofFile('campaign', String.raw`(?:[ \t]*["']?([\w-]+))?`),
  title: ofFile('title', String.raw`[ \t]+["']?(.+?)["']?[ \t\r]*$`),
  starts: ofFile('starts', String.raw`[ \t]+["']?(\d{4}-\d{2}-\d{2})`),
} as const;

/** Other YAML files lie beside campaigns: worlds, workflows, contact rules. */
export function isCampaignText(text: string): boolean {
  return patterns.id.test(text);
}

/** Undefined where it does not name a campaign. */
export function namesInText(text: string): NamesInText | undefined {
  const [id, title, starts] = [patterns.id, patterns.title, patterns.starts].map((one) => one.exec(text)?.[1]);
  return id === undefined ? undefined : { id, ...(title && { title }), ...(starts && { starts }) };
}
