import { compileLiquid, lockedDownLiquid } from './liquid-engine.ts';
import { parseSimpleTemplate, type SimpleOutput, type SimpleTemplate } from './simple-template.ts';
import {
  type Bind,
  isMissing,
  isTemplate,
  missing,
  type Template,
  type TemplateCompiler,
  textMax,
} from './template.ts';

/** Loads Liquid only when one of these texts needs more than plain outputs. */
export async function templateCompiler(texts: readonly string[]): Promise<TemplateCompiler> {
  const liquid = texts.some((text) => isTemplate(text) && parseSimpleTemplate(text) === undefined)
    ? await lockedDownLiquid()
    : undefined;
  return {
    compile: (text, bind) => {
      if (text.length > textMax) {
        return [{ kind: 'limit', message: `has more than ${textMax} characters`, start: 0, end: text.length }];
      }
      const simple = parseSimpleTemplate(text);
      if (simple) return compileSimple(simple, bind);
      if (liquid === undefined) throw new Error('a template was not among the texts that the compiler was made for');
      return compileLiquid(liquid, text, bind);
    },
  };
}

function compileSimple<Context>(simple: SimpleTemplate, bind: Bind<Context>): Template<Context> {
  const outputs = simple.parts.filter((part) => typeof part !== 'string');
  const bare = simple.parts.length === 1 && outputs.length === 1;
  const references = outputs.map((output) => ({
    path: output.path,
    guarded: output.fallback !== undefined,
    bare,
    use: 'printed' as const,
    start: output.start,
    end: output.end,
  }));
  const parts = simple.parts.map((part) => (typeof part === 'string' ? part : outputReader(part, bind)));
  const [only] = parts;
  if (bare && typeof only === 'function') return { references, render: only };
  return {
    references,
    render: (context) => {
      let text = '';
      for (const part of parts) {
        if (typeof part === 'string') {
          text += part;
          continue;
        }
        const value = part(context);
        if (typeof value === 'object' && isMissing(value)) return value;
        text += textOf(value);
      }
      return text;
    },
  };
}

function outputReader<Context>(output: SimpleOutput, bind: Bind<Context>): (context: Context) => unknown {
  const read = bind(output.path);
  const { fallback } = output;
  if (fallback === undefined) {
    const none = missing(output.path);
    return (context) => read(context) ?? none;
  }
  return (context) => {
    const value = read(context);
    return value === undefined || value === null || value === '' ? fallback : value;
  };
}

/** As Liquid prints values. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join('');
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
