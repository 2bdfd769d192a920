// node --import usage.mjs …: at the end, what the process took, as JSON in the file that BENCH_USAGE names.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS, fsWrite } = process.resourceUsage();
  const usage = {
    cpuMs: (userCPUTime + systemCPUTime) / 1000,
    systemMs: systemCPUTime / 1000,
    rssMb: (mostOfThisProgram() ?? maxRSS) / 1024,
    fsWrite,
  };
  if (process.env['BENCH_USAGE'] !== undefined) writeFileSync(process.env['BENCH_USAGE'], JSON.stringify(usage));
});

/** In KB. Linux counts into maxRSS what the process was before it became this program: as much as the bench that started it. */
function mostOfThisProgram() {
  const path = '/proc/self/status';
  const found = existsSync(path) ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(path, 'utf8')) : null;
  return found === null ? undefined : Number(found[1]);
}
