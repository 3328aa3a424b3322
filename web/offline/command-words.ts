import { type CommandStage, DELIVERY_STAGES, type ProblemBody } from '../../contract/rules/problems.ts';
import type { Bucket } from '../../contract/rules/storage-paths.ts';
import type { EndpointAnswer } from '../../contract/schemas/endpoint-schemas.ts';
import {
  collectionFailed,
  collectionSuccessful,
  depositFailed,
  depositSuccessful,
  handoverComplete,
  handoverFailed,
} from '../api/cash-words.ts';
import { deliveryFailed, toastsFor } from '../api/delivery-words.ts';
import type { ToastWords } from '../api/problem-words.ts';
import type { CommandName, OutboxEntry } from './outbox-entry.ts';

/** A document that a toast offers to open: the version that the command pinned. */
export type OfferedFile = { label: string; bucket: Bucket; path: string; sha256: string };
export type OutboxToast = ToastWords & { opens?: OfferedFile };

type Words<N extends CommandName> = {
  /**
   * The toast when nothing was recorded: a file could not be uploaded (`stage`), or the server failed or refused. Null where
   * the screen puts it right by itself.
   */
  failed(stage: CommandStage | null, problem: ProblemBody | null): ToastWords | null;
  /** The toasts once it is recorded, in this order. */
  done(entry: OutboxEntry<N>, answer: EndpointAnswer<N>): OutboxToast[];
};

const HANDOVER: Words<'start_handover' | 'end_handover'> = {
  failed: (_, problem) => (isRemade(problem) ? null : handoverFailed(problem)),
  done: ({ input: { receipt } }, answer) => [
    {
      ...handoverComplete(answer),
      opens: { label: 'Open receipt', bucket: 'cash-handovers', path: receipt.path, sha256: receipt.sha256 },
    },
  ],
};

/** What each command's toasts say, one entry per command. */
const COMMAND_WORDS: { [N in CommandName]: Words<N> } = {
  confirm_delivery: {
    failed: (stage, problem) => deliveryFailed(DELIVERY_STAGES.find((one) => one === stage) ?? null, problem),
    done: ({ fulfilment }, answer) => toastsFor(answer, fulfilment === 'pending' ? null : fulfilment),
  },
  start_handover: HANDOVER,
  end_handover: HANDOVER,
  collect_cash: {
    failed: (_, problem) => (isRemade(problem) ? null : collectionFailed(problem)),
    done: (_, answer) => [collectionSuccessful(answer)],
  },
  record_deposit: {
    failed: (_, problem) => (isRemade(problem) ? null : depositFailed(problem)),
    done: (_, answer) => depositSuccessful(answer),
  },
};

export function wordsOf<N extends CommandName>(entry: OutboxEntry<N>): Words<N> {
  return COMMAND_WORDS[entry.endpoint];
}

/** Somebody else took the reference: the device makes a new one, and its documents again (ruling D4). */
function isRemade(problem: ProblemBody | null): boolean {
  return problem?.code === 'reference_taken';
}
