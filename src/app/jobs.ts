/** What the service does at intervals, besides answering. */
import { retention } from "../attempt/telemetry/retention.ts";
import type { ClockTrust } from "../base/clock-monitor.ts";
import { log } from "../base/log.ts";
import { type Job, runEvery } from "../base/periodic.ts";
import { finishErasures } from "../decisions/privacy/erase.ts";
import { decisionRetention } from "../decisions/privacy/retention.ts";
import { settleCases } from "../decisions/reviews/reviews.ts";
import { type AlertDeps, checkAlerts } from "../evaluation/drift/alerts.ts";
import { reportEveryMs } from "../http/admission/shared-buckets.ts";
import type { Metrics } from "../http/monitoring/metrics.ts";
import type { RefusalCounts } from "../http/monitoring/refusal-counts.ts";
import { sampleEveryMs } from "../http/monitoring/response-times.ts";
import type { ChallengeMonitor } from "../model/registry/challenge-monitor.ts";
import { removeOldEvents } from "../projects/webhooks/deliveries.ts";
import type { Dispatcher } from "../projects/webhooks/dispatcher.ts";
import type { IntegrityMonitor } from "../storage/port/integrity-monitor.ts";
import type { Store } from "../storage/port/store.ts";
import type { ServeConfig } from "./config/config.ts";

/** How often the last use of keys is written, ms. */
const keyUseEveryMs = 10_000;
/** How often the keys of agents are looked at; each is read again when it is due, ms. */
const agentKeysEveryMs = 30_000;
/** How often a project's newest scores are compared with its reference, ms. */
const driftEveryMs = 60 * 60 * 1000;
/** How often the bookings of projects that want alerts are compared with the weeks before, ms. */
const alertsEveryMs = 60 * 60 * 1000;
/** How often telemetry whose retention has ended is deleted, ms. */
const retentionEveryMs = 10 * 60 * 1000;
/** How often the clock is compared with the time that passed, ms. */
const clockEveryMs = 1000;
/** How often to check whether the databases are due to be read, ms. */
const integrityEveryMs = 10_000;
/** How often the log says what was refused, ms. */
const refusalsEveryMs = 60_000;
/** How often to look for webhooks that are due, ms. */
const webhooksEveryMs = 1000;
/** How often cases of the review queue are put where they belong by now, ms. */
const reviewsEveryMs = 60_000;
/** How often to look whether a challenger is worse; a challenge with many decisions is counted less often, ms. */
const challengesEveryMs = 10_000;
/** What the jobs call; each is the work of another module. */
interface Work {
  store: Store;
  metrics: Metrics;
  refused: RefusalCounts;
  writeKeyUse: () => Promise<void>;
  reportQuotas: () => Promise<void>;
  checkDrift: () => Promise<void>;
  alerts: AlertDeps;
  sampleResponseTimes: () => Promise<void>;
  readAgentKeys: () => Promise<void>;
  checkClock: () => void;
  /** Null where a database server has the time. */
  clockTrust: ClockTrust | null;
  integrity: IntegrityMonitor;
  webhooks: Dispatcher;
  challenges: ChallengeMonitor;
}

export function startJobs(config: ServeConfig, work: Work): Job[] {
  const { store } = work;
  return [
    runEvery(keyUseEveryMs, "key_use", work.writeKeyUse),
    runEvery(reportEveryMs, "telemetry_quotas", work.reportQuotas),
    runEvery(driftEveryMs, "score_drift", work.checkDrift),
    untilStopped(alertsEveryMs, "alerts", (stopped) => checkAlerts(work.alerts, stopped)),
    runEvery(sampleEveryMs, "response_times", work.sampleResponseTimes),
    runEvery(agentKeysEveryMs, "agent_keys", work.readAgentKeys, { atOnce: true }),
    startRetention(work, config),
    runEvery(clockEveryMs, "clock", work.checkClock),
    startIntegrity(work.integrity),
    runEvery(refusalsEveryMs, "refusals", () => logRefusals(work.refused)),
    startDecisionRetention(work, config),
    startWebhooks(work.webhooks),
    startWebhookRetention(work),
    untilStopped(reviewsEveryMs, "review_queue", (stopped) =>
      settleCases({ store, now: Date.now }, stopped),
    ),
    untilStopped(challengesEveryMs, "challenges", work.challenges.check),
    runEvery(retentionEveryMs, "guest_erasures", () => finishInterrupted(store), { atOnce: true }),
  ];
}

/**
 * The time during one run of a job. Where copies share a database it is the database's: one whose own clock is ahead
 * would delete what all of them keep. A clock that is set during the run does not change it.
 */
async function timeOfRun({ shared }: Pick<Store, "shared">): Promise<() => number> {
  const from = (shared ? await shared.now() : Date.now()) - performance.now();
  return () => Math.round(from + performance.now());
}

/** A job that deletes what is older than its retention, now and every 10 minutes while the clock is trusted. */
function startDeletion(
  { store, clockTrust }: Work,
  event: string,
  deleteOld: (run: { now: () => number; stopped: () => boolean }) => Promise<void>,
): Job {
  return untilStopped(retentionEveryMs, event, async (stopped) => {
    if (clockTrust && !clockTrust.isTrusted()) return;
    await deleteOld({ now: await timeOfRun(store), stopped });
  });
}

/** Reads the databases now, and when that is due. */
function startIntegrity(integrity: IntegrityMonitor): Job {
  const job = runEvery(integrityEveryMs, "integrity_check", integrity.check, { atOnce: true });
  return {
    async stop() {
      integrity.stop();
      await job.stop();
    },
  };
}

/** A line for each endpoint and code since the last minute: a storm of 401 leaves a trace. */
function logRefusals(refused: RefusalCounts): void {
  for (const one of refused.sinceLast()) log("info", "refused_calls", { ...one });
}

/** Removes guests' data of decisions whose retention has ended, now and every 10 minutes. */
function startDecisionRetention(work: Work, { decisionRetentionDays: days }: ServeConfig) {
  return startDeletion(work, "decision_retention", async (run) => {
    const endDue = decisionRetention(work.store, { days, ...run });
    for (const { days: olderThanDays, ...ended } of await endDue()) {
      log("info", "decisions_blanked", { ...ended, olderThanDays });
    }
  });
}

function startWebhooks(webhooks: Dispatcher): Job {
  const job = runEvery(webhooksEveryMs, "webhooks", webhooks.look, { atOnce: true });
  return {
    async stop() {
      await webhooks.stop();
      await job.stop();
    },
  };
}

/** Runs now, and at the interval. It works in steps, and ends after the one in which the service stops. */
function untilStopped(
  everyMs: number,
  event: string,
  work: (stopped: () => boolean) => Promise<void>,
): Job {
  let stopped = false;
  const job = runEvery(everyMs, event, () => work(() => stopped), { atOnce: true });
  return {
    async stop() {
      stopped = true;
      await job.stop();
    },
  };
}

/** Deletes what the log of webhooks no longer keeps, now and every 10 minutes. */
function startWebhookRetention(work: Work): Job {
  return startDeletion(work, "webhook_retention", async ({ now, stopped }) => {
    const events = await removeOldEvents({ store: work.store, now }, stopped);
    if (events > 0) log("info", "webhook_events_deleted", { events });
  });
}

/** Erasures of guests that were interrupted. */
async function finishInterrupted(store: Store): Promise<void> {
  for (const { erasureId, projectId } of await finishErasures({ store, now: Date.now })) {
    log("info", "guest_erased", { erasureId, projectId });
  }
}

/** Deletes telemetry when its retention has ended, now and every 10 minutes. */
function startRetention(work: Work, { telemetryRetentionDays: days }: ServeConfig) {
  return startDeletion(work, "telemetry_retention", async (run) => {
    const deleteExpired = retention(work.store, { days, ...run });
    for (const { days: olderThanDays, ...deleted } of await deleteExpired()) {
      work.metrics.telemetryDeleted(deleted);
      log("info", "telemetry_deleted", { ...deleted, olderThanDays });
    }
  });
}
