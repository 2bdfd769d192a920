// node --import usage.mjs …: at the end, what the process took, as JSON in the file that BENCH_USAGE names.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS, fsWrite } = process.resourceUsage();
  const usage = {
    cpuMs: (userCPUTime + systemCPUTime) / 1000,
    systemMs: systemCPUTime / 1000,
    rssMb: maxRSS / 1024,
    fsWrite,
  };
  if (process.env['BENCH_USAGE'] !== undefined) writeFileSync(process.env['BENCH_USAGE'], JSON.stringify(usage));
});
