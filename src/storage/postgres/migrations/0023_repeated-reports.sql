-- A report that repeats an earlier one with its request ID changes nothing either: a request that is sent again must
-- not undo the reports after it. Nor does one that replaces another outcome than the one that counts.
CREATE OR REPLACE FUNCTION report_outcomes_1(given json) RETURNS SETOF json LANGUAGE plpgsql AS $$
DECLARE
  one record;
  newest record;
  decision record;
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
    SELECT d.decided_at, d.tie, a.identities INTO decision
    FROM decisions AS d
    LEFT JOIN attempts AS a ON a.project_id = d.project_id AND a.at = d.decided_at AND a.tie = d.tie
    WHERE d.project_id = one."projectId" AND d.id = one."decisionId";
    CONTINUE WHEN NOT FOUND;
    UPDATE attempts AS a SET outcome = nullif(one.outcome, 'withdrawn')
    WHERE a.project_id = one."projectId" AND a.at = decision.decided_at AND a.tie = decision.tie;
    INSERT INTO first_reports AS f (project_id, reported_at) VALUES (one."projectId", one."reportedAt")
    ON CONFLICT (project_id) DO UPDATE SET reported_at = excluded.reported_at
      WHERE excluded.reported_at < f.reported_at;
    CONTINUE WHEN decision.identities IS NULL;
    UPDATE reports AS r SET until = least(r.until, one."reportedAt")
    WHERE r.project_id = one."projectId" AND r.identity = ANY (decision.identities)
      AND r.at = decision.decided_at AND r.tie = decision.tie;
    CONTINUE WHEN one.outcome = 'withdrawn';
    INSERT INTO reports (project_id, identity, reported_at, at, tie, fraud)
    SELECT DISTINCT one."projectId", identity, one."reportedAt", decision.decided_at, decision.tie,
      one.outcome <> 'legitimate'
    FROM unnest(ARRAY[decision.identities[1], decision.identities[2], decision.identities[3],
      decision.identities[5], decision.identities[7], decision.identities[8],
      decision.identities[9], decision.identities[12]]) AS identity
    WHERE identity IS NOT NULL
    ON CONFLICT (project_id, identity, reported_at, at, tie)
    DO UPDATE SET fraud = excluded.fraud, until = NULL;
  END LOOP;
END
$$;
