-- The attempt of a report, and the reports that it ends, are found by one key each. With a join, or with all of a
-- decision's identities in one condition, statistics from before a project grew make PostgreSQL read all of the
-- project's attempts for each report.
CREATE OR REPLACE FUNCTION report_outcomes_1(given json) RETURNS SETOF json LANGUAGE plpgsql AS $$
DECLARE
  one record;
  newest record;
  decision record;
  identities bigint[];
  reported bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('report ' || sorted.decision, 0))
  FROM (
    SELECT DISTINCT g."projectId" || ' ' || g."decisionId" AS decision
    FROM json_to_recordset(given) AS g ("projectId" text, "decisionId" text) ORDER BY 1
  ) AS sorted;
  FOR one IN
    SELECT * FROM json_to_recordset(given) AS g (
      "projectId" text, "decisionId" text, outcome text, "occurredAt" bigint, note text,
      "requestId" text, "reportedAt" bigint, "keyId" text, replaces text)
  LOOP
    SELECT o.outcome, o.occurred_at AS "occurredAt", o.note, o.request_id AS "requestId",
      o.reported_at AS "reportedAt", o.key_id AS "keyId"
    INTO newest FROM outcomes AS o
    WHERE o.project_id = one."projectId" AND o.decision_id = one."decisionId"
    ORDER BY o.seq DESC LIMIT 1;
    IF one.replaces IS NOT NULL AND one.replaces <> coalesce(newest.outcome, 'withdrawn') THEN
      RETURN NEXT row_to_json(newest);
      CONTINUE;
    END IF;
    IF newest.outcome IS NOT NULL AND (
      (newest.outcome = one.outcome AND newest.note IS NOT DISTINCT FROM one.note
        AND newest."occurredAt" IS NOT DISTINCT FROM one."occurredAt")
      OR EXISTS (
        SELECT FROM outcomes AS o
        WHERE o.project_id = one."projectId" AND o.decision_id = one."decisionId"
          AND o.request_id = one."requestId" AND o.outcome = one.outcome
          AND o.note IS NOT DISTINCT FROM one.note
          AND o.occurred_at IS NOT DISTINCT FROM one."occurredAt")
    ) THEN
      RETURN NEXT row_to_json(newest);
      CONTINUE;
    END IF;
    INSERT INTO outcomes
      (project_id, decision_id, outcome, occurred_at, note, request_id, reported_at, key_id)
    VALUES (one."projectId", one."decisionId", one.outcome, one."occurredAt", one.note,
      one."requestId", one."reportedAt", one."keyId");
    RETURN NEXT row_to_json(one);
    SELECT d.decided_at, d.tie INTO decision FROM decisions AS d
    WHERE d.project_id = one."projectId" AND d.id = one."decisionId";
    CONTINUE WHEN NOT FOUND;
    UPDATE attempts AS a SET outcome = nullif(one.outcome, 'withdrawn')
    WHERE a.project_id = one."projectId" AND a.at = decision.decided_at AND a.tie = decision.tie
    RETURNING a.identities INTO identities;
    INSERT INTO first_reports AS f (project_id, reported_at) VALUES (one."projectId", one."reportedAt")
    ON CONFLICT (project_id) DO UPDATE SET reported_at = excluded.reported_at
      WHERE excluded.reported_at < f.reported_at;
    CONTINUE WHEN identities IS NULL;
    IF newest.outcome IS NOT NULL THEN
      FOREACH reported IN ARRAY identities LOOP
        UPDATE reports AS r SET until = least(r.until, one."reportedAt")
        WHERE r.project_id = one."projectId" AND r.identity = reported
          AND r.at = decision.decided_at AND r.tie = decision.tie;
      END LOOP;
    END IF;
    CONTINUE WHEN one.outcome = 'withdrawn';
    INSERT INTO reports (project_id, identity, reported_at, at, tie, fraud)
    SELECT DISTINCT one."projectId", identity, one."reportedAt", decision.decided_at, decision.tie,
      one.outcome <> 'legitimate'
    FROM unnest(ARRAY[identities[1], identities[2], identities[3],
      identities[5], identities[7], identities[8],
      identities[9], identities[12]]) AS identity
    WHERE identity IS NOT NULL
    ON CONFLICT (project_id, identity, reported_at, at, tie)
    DO UPDATE SET fraud = excluded.fraud, until = NULL;
  END LOOP;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_report_day_1() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before record;
  decision record;
  attempt record;
  was boolean := false;
  now_is boolean := NEW.outcome NOT IN ('legitimate', 'withdrawn');
  fraud_at bigint := NEW.reported_at;
  delay int;
BEGIN
  SELECT o.outcome, o.reported_at INTO before FROM outcomes AS o
  WHERE o.project_id = NEW.project_id AND o.decision_id = NEW.decision_id AND o.seq < NEW.seq
  ORDER BY o.seq DESC LIMIT 1;
  IF FOUND THEN
    was := before.outcome NOT IN ('legitimate', 'withdrawn');
    IF was THEN fraud_at := before.reported_at; END IF;
  END IF;
  IF was = now_is THEN RETURN NULL; END IF;
  SELECT d.decided_at, d.tie INTO decision FROM decisions AS d
  WHERE d.project_id = NEW.project_id AND d.id = NEW.decision_id;
  SELECT a.at, a.hotel INTO attempt FROM attempts AS a
  WHERE a.project_id = NEW.project_id AND a.at = decision.decided_at AND a.tie = decision.tie AND a.hotel IS NOT NULL;
  IF NOT FOUND THEN RETURN NULL; END IF;
  delay := greatest(0, fraud_at / 86400000 - attempt.at / 86400000);
  PERFORM add_hotel_day_1(NEW.project_id, attempt.hotel, (NEW.reported_at / 86400000)::int, 0,
    CASE WHEN now_is THEN 1 ELSE -1 END, CASE WHEN now_is THEN delay ELSE -delay END);
  RETURN NULL;
END
$$;
