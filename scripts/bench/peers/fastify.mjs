/**
 * The peer in Node: Fastify, onnxruntime-node and better-sqlite3.
 *
 *     node fastify.mjs CONFIG      prints {"url": …} when it listens
 *
 * The requests that arrive in one turn of the event loop share a transaction and a run of the model, and
 * are answered after its commit. README.md in the folder above says what it does less than the service.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import Database from "better-sqlite3";
import Fastify from "fastify";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { isCardNumber } from "../../../src/attempt/request/card-number.ts";
import { countRows, identitiesOf, putCounts, requestFeatures } from "./counts.mjs";

const { work, database, keyHash } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const batchMax = 256;
const { model, kinds, windowsMs } = work;
const width = model.features.length;
const freeMailDomains = new Set(work.freeMailDomains);
const countries = new Set(work.countries);
const currencies = new Set(Intl.supportedValuesOf("currency"));
const places = Object.fromEntries(model.features.map((name, place) => [name, place]));

const db = new Database(database);
db.pragma("journal_mode = WAL");
db.pragma("synchronous = FULL");
db.exec(work.sql.tables);
const begin = db.prepare("BEGIN IMMEDIATE");
const commit = db.prepare("COMMIT");
const insertAttempt = db.prepare(work.sql.insertAttempt);
const insertDecision = db.prepare(work.sql.insertDecision);
const findCollection = db.prepare(work.sql.findCollection);
const earlier = kinds.map(({ sql }) => db.prepare(sql).raw());
const session = await InferenceSession.create(model.file, { intraOpNumThreads: 1 });

const app = Fastify({
  bodyLimit: 65_536,
  ajv: {
    customOptions: {
      coerceTypes: false,
      allErrors: true,
      formats: {
        currency: (value) => currencies.has(value.toUpperCase()),
        country: (value) => countries.has(value.toUpperCase()),
        instrument: (value) => !isCardNumber(value),
        bin: /^\d{6,8}$/,
        e164: /^\+[1-9]\d{1,14}$/,
      },
    },
  },
});
app.addHook("onRequest", async (request, reply) => {
  const key = request.headers["x-service-key"] ?? "";
  if (createHash("sha256").update(key).digest("hex") !== keyHash) {
    return reply.code(401).send({ code: "invalid_key" });
  }
});
app.post("/v1/risk", { schema: { body: work.schema, response: { 200: answerSchema() } } }, risk);
await app.listen({ host: "127.0.0.1", port: 0 });
process.stdout.write(`${JSON.stringify({ url: app.listeningOrigin })}\n`);
process.once("SIGTERM", () => process.exit(0));

async function risk(request, reply) {
  const { booking } = request.body;
  if (booking.checkOut <= booking.checkIn) {
    return reply.code(422).send({ code: "validation_failed" });
  }
  return new Promise((resolve, reject) => {
    waiting.push({ request: request.body, resolve, reject });
    if (!isScheduled) {
      isScheduled = true;
      setImmediate(decideWaiting);
    }
  });
}

let waiting = [];
let isScheduled = false;
async function decideWaiting() {
  while (waiting.length > 0) {
    const batch = waiting.slice(0, batchMax);
    waiting = waiting.slice(batchMax);
    try {
      const answers = await decideAll(batch.map(({ request }) => request));
      for (let i = 0; i < batch.length; i++) batch[i].resolve(answers[i]);
    } catch (error) {
      if (db.inTransaction) db.exec("ROLLBACK");
      for (const { reject } of batch) reject(error);
    }
  }
  isScheduled = false;
}

/** Decides a batch in one transaction; its attempts see each other. */
async function decideAll(requests) {
  const vectors = new Float32Array(requests.length * width).fill(Number.NaN);
  begin.run();
  const attempts = requests.map((request, i) => recordAttempt(request, vectors, i * width));
  const { [model.output]: output } = await session.run(
    { [model.input]: new Tensor("float32", vectors, [requests.length, width]) },
    [model.output],
  );
  const columns = output.dims[1];
  const answers = attempts.map(({ id, at, counts }, i) => {
    const probability = calibrated(output.data[i * columns + model.column]);
    const score = scoreOf(probability);
    const vector = vectors.subarray(i * width, (i + 1) * width);
    const features = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
    const request = JSON.stringify(requests[i]);
    insertDecision.run(id, request, JSON.stringify(counts), features, probability, score);
    return answerOf(id, at, score);
  });
  commit.run();
  return answers;
}

/** Counts the earlier attempts into a row of the model's input, and adds this one. */
function recordAttempt(request, vectors, start) {
  const at = Date.now();
  const { collectionId } = request;
  const collection = collectionId === undefined ? undefined : findCollection.get(collectionId);
  const own = identitiesOf(request, collection, freeMailDomains);
  const counts = {};
  for (let i = 0; i < kinds.length; i++) {
    const kind = kinds[i];
    const identity = own[kind.kind];
    if (identity === null) continue;
    const rows = earlier[i].all(identity, at - windowsMs.at(-1));
    const counted = countRows(kind, rows, own, at, windowsMs);
    counts[kind.kind] = counted;
    putCounts(vectors, start, kind, counted);
  }
  const facts = requestFeatures(request, collection, at, freeMailDomains);
  for (const name in facts) {
    if (name in places) vectors[start + places[name]] = facts[name]; // What the model reads.
  }
  const { lastInsertRowid: id } = insertAttempt.run(
    at,
    ...kinds.map(({ kind }) => own[kind]),
    own.city,
  );
  return { id, at, counts };
}

/** Linear between the points of the calibration, constant beyond the first and the last. */
function calibrated(raw) {
  const { x, y } = model.calibration;
  if (raw <= x[0]) return y[0];
  if (raw >= x.at(-1)) return y.at(-1);
  let low = 0;
  let high = x.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (x[middle] <= raw) low = middle;
    else high = middle;
  }
  return y[low] + ((y[high] - y[low]) * (raw - x[low])) / (x[high] - x[low]);
}

function scoreOf(probability) {
  const points = 75 + 10 * Math.log2(probability / (1 - probability) / 0.2);
  return Math.min(99, Math.max(0, Math.round(points)));
}

function answerOf(id, at, riskScore) {
  return {
    decisionId: `dec_${id}`,
    riskScore,
    riskLevel: riskScore >= 75 ? "high" : riskScore >= 65 ? "medium" : "low",
    suggestedAction: riskScore >= 75 ? "deny" : "allow",
    riskSetting: "balanced",
    decidedAt: new Date(at).toISOString(),
  };
}

function answerSchema() {
  const text = { type: "string" };
  return {
    type: "object",
    properties: {
      decisionId: text,
      riskScore: { type: "integer" },
      riskLevel: text,
      suggestedAction: text,
      riskSetting: text,
      decidedAt: text,
    },
  };
}
