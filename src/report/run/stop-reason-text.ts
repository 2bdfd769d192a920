import { counted } from '../../diagnostic/count-words.ts';
import { formatMoney } from '../../plan/budget.ts';
import type { Rejections, StopReason } from '../../run/stop-reason.ts';
import { statusOf } from '../../service/contract/statuses.ts';
import type { OperationId } from '../../service/operations/operations.ts';
import { formatDuration, formatSpanSetting } from '../../time/duration.ts';
import { formatJobs } from '../plan/words.ts';

/** Why a run stopped, as a part of a sentence. */
export function formatStopReason(reason: StopReason): string {
  switch (reason.kind) {
    case 'answer':
      return `the service answered ${reason.code}: ${reason.reason}${whatToDo(reason.operation, reason.code)}`;
    case 'clock':
      return `the service answered ${reason.code}: ${reason.reason}; set this machine's clock`;
    case 'clocksApart':
      return `the service's clock is ${formatDuration(Math.abs(reason.aheadMs))} ${reason.aheadMs < 0 ? 'behind' : 'ahead of'} this machine's, so one of them is wrong, and nobody's allowed hours can be known; set this machine's clock`;
    case 'turnedAway':
      return `nothing was accepted yet, and the first answer is ${reason.reason}: check CALLSHEET_BASE_URL, and whether a proxy or gateway blocks this machine`;
    case 'unreachable':
      return `the service cannot be reached: ${reason.reason}`;
    case 'budget':
      return `the budget of ${formatMoney(reason.budget, reason.currency)} is used up (${formatMoney(reason.spent, reason.currency)} spent); raise \`limits.budget\``;
    case 'doubts':
      return `${counted(reason.inDoubt, 'job is', 'jobs are')} in doubt (limits.doubts)`;
    case 'accountDoubts':
      return `${counted(reason.inDoubt, 'job of this account is', 'jobs of this account are')} in doubt, over all its campaigns (limits.account.doubts)`;
    case 'rejections':
      return reason.step === undefined
        ? `${rejections(reason, '')} (limits.stopAfter)${mostOf(reason)}`
        : `${rejections(reason, ` of \`${reason.step}\``)}${mostOf(reason)}${goOn}`;
    case 'oneCode':
      return `the service rejected the first ${reason.jobs} jobs of \`${reason.step}\` with one code, ${reason.code}: ${reason.reason}${whatToDo(reason.operation, reason.code)}${goOn}`;
    case 'wave':
      return `of ${formatJobs(reason.accepted + reason.rejected + reason.inDoubt)} of wave ${reason.wave} of \`${reason.step}\`, ${counted(reason.rejected, 'was', 'were')} rejected and ${counted(reason.inDoubt, 'is', 'are')} in doubt (haltIf)`;
    case 'staleList':
      return `the suppression list \`${reason.list}\` is older than ${formatSpanSetting(reason.maxAgeMs)}: import it again with \`callsheet suppress --import FILE --list ${reason.list}\``;
    case 'stateFile':
      return 'the state cannot be read or written';
    case 'signal':
    case 'handOver':
      return reason.signal;
    case 'cancelled':
    case 'aborted':
      return reason.kind;
    case 'endless':
      return 'the rehearsal gave up after a year';
    case 'refused':
      return reason.reason;
    default:
      return reason satisfies never;
  }
}

function rejections({ rejected, of }: Rejections, step: string): string {
  return `${rejected} of the last ${of} jobs${step} ${rejected === 1 ? 'was' : 'were'} rejected`;
}

function mostOf({ rejected, most: { operation, code, reason, jobs } }: Rejections): string {
  const answer = code === '' ? reason : `${code}: ${reason}`;
  return `, ${jobs < rejected ? 'most often ' : ''}with ${answer}${whatToDo(operation, code)}`;
}

/** Of a limit that the campaign did not set. */
const goOn = '; to send all the same, set `limits.stopAfter: never`';

function whatToDo(operation: OperationId, code: string): string {
  const remedy = statusOf(operation, code)?.advice?.remedy;
  return remedy === undefined ? '' : `; ${remedy}`;
}
