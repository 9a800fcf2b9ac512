-- As history_of_3, with the card that pays, the twelfth of the kinds, as the sixth of "firstSeen" and the eighth
-- of "outcomes". The sighting of an attempt with a card or an amount has these two before the score.
CREATE FUNCTION history_of_4(project text, ids bigint[], since bigint, before_at bigint, before_tie bigint)
RETURNS text LANGUAGE plpgsql STABLE
SET enable_sort = off SET enable_bitmapscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN (SELECT '{"sightings":[' || coalesce((
      SELECT string_agg(coalesce('[' || found.texts || ']', 'null'), ',' ORDER BY kind.n)
      FROM unnest(ids) WITH ORDINALITY AS kind (identity, n)
      LEFT JOIN LATERAL (
        SELECT string_agg((
          SELECT left(a.sighting, -1) || ',' || coalesce(a.risk_score::text, 'null') || ']'
          FROM attempts AS a
          WHERE a.project_id = project AND a.at = newest.at AND a.tie = newest.tie
        ), ',' ORDER BY newest.at, newest.tie) AS texts
        FROM (
          SELECT s.at, s.tie FROM sightings AS s
          WHERE s.project_id = project AND s.identity = kind.identity
            AND s.at >= since AND s.at <= before_at AND (s.at, s.tie) < (before_at, before_tie)
          ORDER BY s.at DESC, s.tie DESC LIMIT 128
        ) AS newest
      ) AS found ON kind.identity IS NOT NULL), '')
    || '],"firstSeen":' || (
      SELECT json_agg((
        SELECT s.at FROM sightings AS s
        WHERE s.project_id = project AND s.identity = kind.identity
          AND s.at <= before_at AND (s.at, s.tie) < (before_at, before_tie)
        ORDER BY s.at, s.tie LIMIT 1) ORDER BY kind.n)
      FROM unnest(ARRAY[ids[1], ids[2], ids[5], ids[7], ids[11], ids[12]]) WITH ORDINALITY AS kind (identity, n))
    || ',"outcomes":' || coalesce((
      SELECT json_agg((
        SELECT json_build_array(
          count(*) FILTER (WHERE fraud), count(*) FILTER (WHERE NOT fraud),
          max(reported_at) FILTER (WHERE fraud), max(reported_at) FILTER (WHERE NOT fraud))
        FROM (
          SELECT r.fraud, r.reported_at FROM reports AS r
          WHERE r.project_id = project AND r.identity = kind.identity
            AND r.reported_at < before_at AND (r.until IS NULL OR r.until >= before_at)
          ORDER BY r.reported_at DESC, r.at DESC, r.tie DESC LIMIT 128
        ) AS newest) ORDER BY kind.n)
      FROM unnest(ARRAY[ids[1], ids[2], ids[3], ids[5], ids[7], ids[8], ids[9], ids[12]])
        WITH ORDINALITY AS kind (identity, n)
      WHERE EXISTS (
        SELECT 1 FROM first_reports WHERE project_id = project AND reported_at < before_at))::text, 'null')
    || '}'
  );
END
$$;
--> statement-breakpoint
-- As open_attempts_3, with the history of history_of_4.
CREATE FUNCTION open_attempts_4(given json, ahead_max bigint, copy_id text)
RETURNS TABLE (n int, at bigint, key text, history text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  one record;
  newest record;
  now_ms bigint;
  moment bigint;
BEGIN
  -- The commit of the decision waits for the disk, and with it for this.
  PERFORM set_config('synchronous_commit', 'off', true);
  PERFORM pg_advisory_xact_lock(hashtextextended('open ' || sorted.project, 0))
  FROM (
    SELECT DISTINCT g.project FROM json_to_recordset(given) AS g (project text) ORDER BY 1
  ) AS sorted;
  -- Every statement from here on sees what others committed before the lock was taken.
  now_ms := floor(extract(epoch FROM clock_timestamp()) * 1000);
  FOR one IN
    SELECT * FROM json_to_recordset(given) AS g (
      n int, project text, at bigint, tie bigint, id text, ids bigint[], sighting text, since bigint,
      "keyHash" text, "usedSince" bigint)
    ORDER BY g.n
  LOOP
    n := one.n; at := NULL; key := NULL; history := NULL;
    IF one."keyHash" IS NOT NULL THEN
      SELECT CASE WHEN EXISTS (
          SELECT 1 FROM idempotency AS i WHERE i.project_id = one.project
            AND i.key_hash = one."keyHash" AND i.created_at >= one."usedSince") THEN 'used'
        WHEN EXISTS (
          SELECT 1 FROM attempts AS a WHERE a.project_id = one.project
            AND a.key_hash = one."keyHash" AND a.opened_at IS NOT NULL) THEN 'open' END
      INTO key;
      IF key IS NOT NULL THEN RETURN NEXT; CONTINUE; END IF;
    END IF;
    -- A copy whose clock is wrong takes the database's time.
    moment := CASE WHEN abs(one.at - now_ms) <= ahead_max THEN one.at ELSE now_ms END;
    -- After all that were opened before. One far ahead is of a clock that was set back since.
    SELECT a.at, a.tie INTO newest FROM attempts AS a
    WHERE a.project_id = one.project AND a.at >= moment AND a.at <= moment + ahead_max
    ORDER BY a.at DESC, a.tie DESC LIMIT 1;
    IF FOUND AND (newest.at, newest.tie) >= (moment, one.tie) THEN
      moment := newest.at + CASE WHEN newest.tie < one.tie THEN 0 ELSE 1 END;
    END IF;
    INSERT INTO attempts (project_id, at, tie, id, opened_at, copy, key_hash, identities, sighting)
    VALUES (one.project, moment, one.tie,
      -- A decision's ID begins with its time.
      CASE WHEN moment = one.at THEN one.id
        ELSE 'dec_' || lpad(to_hex(moment), 12, '0') || substr(one.id, 17) END, now_ms, copy_id,
      one."keyHash", one.ids,
      '[' || moment || ',' || one.tie || ',' || one.sighting || ']');
    INSERT INTO sightings (project_id, identity, at, tie)
    SELECT DISTINCT one.project, identity, moment, one.tie FROM unnest(one.ids) AS identity
    WHERE identity IS NOT NULL;
    at := moment;
    history := history_of_4(one.project, one.ids, moment - one.since, moment, one.tie);
    RETURN NEXT;
  END LOOP;
END
$$;
--> statement-breakpoint
-- Copies of the version before read the score as the eighteenth value of a sighting.
CREATE OR REPLACE FUNCTION history_of_3(project text, ids bigint[], since bigint, before_at bigint, before_tie bigint)
RETURNS text LANGUAGE plpgsql STABLE
SET enable_sort = off SET enable_bitmapscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN (SELECT '{"sightings":[' || coalesce((
      SELECT string_agg(coalesce('[' || found.texts || ']', 'null'), ',' ORDER BY kind.n)
      FROM unnest(ids) WITH ORDINALITY AS kind (identity, n)
      LEFT JOIN LATERAL (
        SELECT string_agg((
          SELECT '[' || array_to_string((string_to_array(btrim(a.sighting, '[]'), ','))[1:17], ',') || ',' || coalesce(a.risk_score::text, 'null') || ']'
          FROM attempts AS a
          WHERE a.project_id = project AND a.at = newest.at AND a.tie = newest.tie
        ), ',' ORDER BY newest.at, newest.tie) AS texts
        FROM (
          SELECT s.at, s.tie FROM sightings AS s
          WHERE s.project_id = project AND s.identity = kind.identity
            AND s.at >= since AND s.at <= before_at AND (s.at, s.tie) < (before_at, before_tie)
          ORDER BY s.at DESC, s.tie DESC LIMIT 128
        ) AS newest
      ) AS found ON kind.identity IS NOT NULL), '')
    || '],"firstSeen":' || (
      SELECT json_agg((
        SELECT s.at FROM sightings AS s
        WHERE s.project_id = project AND s.identity = kind.identity
          AND s.at <= before_at AND (s.at, s.tie) < (before_at, before_tie)
        ORDER BY s.at, s.tie LIMIT 1) ORDER BY kind.n)
      FROM unnest(ARRAY[ids[1], ids[2], ids[5], ids[7], ids[11]]) WITH ORDINALITY AS kind (identity, n))
    || ',"outcomes":' || coalesce((
      SELECT json_agg((
        SELECT json_build_array(
          count(*) FILTER (WHERE fraud), count(*) FILTER (WHERE NOT fraud),
          max(reported_at) FILTER (WHERE fraud), max(reported_at) FILTER (WHERE NOT fraud))
        FROM (
          SELECT r.fraud, r.reported_at FROM reports AS r
          WHERE r.project_id = project AND r.identity = kind.identity
            AND r.reported_at < before_at AND (r.until IS NULL OR r.until >= before_at)
          ORDER BY r.reported_at DESC, r.at DESC, r.tie DESC LIMIT 128
        ) AS newest) ORDER BY kind.n)
      FROM unnest(ARRAY[ids[1], ids[2], ids[3], ids[5], ids[7], ids[8], ids[9]])
        WITH ORDINALITY AS kind (identity, n)
      WHERE EXISTS (
        SELECT 1 FROM first_reports WHERE project_id = project AND reported_at < before_at))::text, 'null')
    || '}'
  );
END
$$;
--> statement-breakpoint
-- With the reports by card.
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
      "requestId" text, "reportedAt" bigint, "keyId" text)
  LOOP
    SELECT o.outcome, o.occurred_at AS "occurredAt", o.note, o.request_id AS "requestId",
      o.reported_at AS "reportedAt", o.key_id AS "keyId"
    INTO newest FROM outcomes AS o
    WHERE o.project_id = one."projectId" AND o.decision_id = one."decisionId"
    ORDER BY o.seq DESC LIMIT 1;
    IF FOUND AND newest.outcome = one.outcome AND newest.note IS NOT DISTINCT FROM one.note
      AND newest."occurredAt" IS NOT DISTINCT FROM one."occurredAt"
    THEN
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
