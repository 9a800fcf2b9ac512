-- What takes several statements in one round trip. A function that a release has used is never changed:
-- copies of two releases run side by side while they are upgraded. A new one gets the next number.

-- What was known of an attempt's identities at a moment, as JSON: `History` of src/storage/velocity.ts by
-- place in the array `ids`, which has an element for each kind of identity in the order of `identityKinds`.
CREATE FUNCTION history_of_1(project text, ids bigint[], since bigint, before_at bigint, before_tie bigint)
RETURNS text LANGUAGE sql STABLE AS $$
  SELECT '{"sightings":[' || coalesce((
    SELECT string_agg(coalesce('[' || found.texts || ']', 'null'), ',' ORDER BY kind.n)
    FROM unnest(ids) WITH ORDINALITY AS kind (identity, n)
    LEFT JOIN LATERAL (
      SELECT string_agg(a.sighting, ',' ORDER BY a.at, a.tie) AS texts
      FROM (
        SELECT s.at, s.tie FROM sightings AS s
        WHERE s.project_id = project AND s.identity = kind.identity
          AND s.at >= since AND s.at <= before_at AND (s.at, s.tie) < (before_at, before_tie)
        ORDER BY s.at DESC, s.tie DESC LIMIT 128
      ) AS newest
      JOIN attempts AS a ON a.project_id = project AND a.at = newest.at AND a.tie = newest.tie
    ) AS found ON kind.identity IS NOT NULL), '')
  || '],"firstSeen":' || (
    SELECT json_agg((
      SELECT s.at FROM sightings AS s
      WHERE s.project_id = project AND s.identity = kind.identity
        AND s.at <= before_at AND (s.at, s.tie) < (before_at, before_tie)
      ORDER BY s.at, s.tie LIMIT 1) ORDER BY kind.n)
    FROM unnest(ARRAY[ids[1], ids[2], ids[5], ids[7]]) WITH ORDINALITY AS kind (identity, n))
  || ',"outcomes":' || coalesce((
    SELECT json_agg((
      SELECT json_build_array(
        count(*) FILTER (WHERE fraud), count(*) FILTER (WHERE NOT fraud),
        max(reported_at) FILTER (WHERE fraud))
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
$$;
--> statement-breakpoint
-- Opens attempts: gives each its place in the order of its project's attempts, adds its sighting, and
-- returns what it sees. Attempts of one project are opened one after the other, by whichever copy: each
-- sees all that were opened before it, and none of the others.
--
-- given: [{n, project, at, tie, id, ids, sighting, since, keyHash, usedSince}], a sighting without its
-- moment. The answer has a row for each: its moment; or what became of its idempotency key: "used", or
-- "open" while another attempt with it is under way.
CREATE FUNCTION open_attempts_1(given json, ahead_max bigint)
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
    INSERT INTO attempts (project_id, at, tie, id, opened_at, key_hash, identities, sighting)
    VALUES (one.project, moment, one.tie,
      -- A decision's ID begins with its time.
      CASE WHEN moment = one.at THEN one.id
        ELSE 'dec_' || lpad(to_hex(moment), 12, '0') || substr(one.id, 17) END, now_ms, one."keyHash", one.ids,
      '[' || moment || ',' || one.tie || ',' || one.sighting || ']');
    INSERT INTO sightings (project_id, identity, at, tie)
    SELECT DISTINCT one.project, identity, moment, one.tie FROM unnest(one.ids) AS identity
    WHERE identity IS NOT NULL;
    at := moment;
    history := history_of_1(one.project, one.ids, moment - one.since, moment, one.tie);
    RETURN NEXT;
  END LOOP;
END
$$;
--> statement-breakpoint
-- Adds reports of outcomes, in their order, and returns the newest of each one's decision. A report that
-- says what the newest one says is not added.
CREATE FUNCTION report_outcomes_1(given json) RETURNS SETOF json LANGUAGE plpgsql AS $$
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
      decision.identities[9]]) AS identity
    WHERE identity IS NOT NULL
    ON CONFLICT (project_id, identity, reported_at, at, tie)
    DO UPDATE SET fraud = excluded.fraud, until = NULL;
  END LOOP;
END
$$;
--> statement-breakpoint
-- Ends attempts that were opened and not decided: [{project, at, tie}]. From then on nobody sees them.
CREATE FUNCTION close_attempts_1(given json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF given IS NULL THEN RETURN; END IF;
  WITH ended AS (
    DELETE FROM attempts AS a
    USING json_to_recordset(given) AS g (project text, at bigint, tie bigint)
    WHERE a.project_id = g.project AND a.at = g.at AND a.tie = g.tie AND a.opened_at IS NOT NULL
    RETURNING a.project_id, a.at, a.tie, a.identities
  )
  DELETE FROM sightings AS s USING ended
  WHERE s.project_id = ended.project_id AND s.identity = ANY (ended.identities)
    AND s.at = ended.at AND s.tie = ended.tie;
END
$$;
--> statement-breakpoint
-- Stores decisions, all of them or none, and returns the numbers of those that were not: "used", where the
-- idempotency key is in use, or "lost", where the attempt is not open any more.
--
-- records: the rows of `decisions`. given: what else there is to each, with the same number n. outcomes:
-- reports of imported attempts, with the number of their decision.
CREATE FUNCTION commit_decisions_1(records json, given json, outcomes json)
RETURNS TABLE (n int, refused text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  lost int[];
  used int[];
  reported json;
BEGIN
  SELECT coalesce(array_agg(g.n), '{}') INTO lost
  FROM json_to_recordset(given) AS g (n int, project text, at bigint, tie bigint, opened boolean)
  WHERE g.opened AND NOT EXISTS (
    SELECT 1 FROM attempts AS a
    WHERE a.project_id = g.project AND a.at = g.at AND a.tie = g.tie AND a.opened_at IS NOT NULL
    FOR UPDATE);

  WITH uses AS (
    SELECT g.* FROM json_to_recordset(given) AS g (
      n int, project text, id text, "keyHash" text, "bodyHash" text, "usedAt" bigint,
      "usedSince" bigint)
    WHERE g."keyHash" IS NOT NULL AND g.n <> ALL (lost)
  ), added AS (
    INSERT INTO idempotency AS i (project_id, key_hash, body_hash, decision_id, created_at)
    SELECT project, "keyHash", "bodyHash", id, "usedAt" FROM uses ORDER BY project, "keyHash"
    ON CONFLICT (project_id, key_hash) DO UPDATE
    SET body_hash = excluded.body_hash, decision_id = excluded.decision_id,
      created_at = excluded.created_at
    WHERE i.created_at < (
      SELECT uses."usedSince" FROM uses
      WHERE uses.project = excluded.project_id AND uses."keyHash" = excluded.key_hash)
    RETURNING i.project_id, i.decision_id
  )
  SELECT coalesce(array_agg(uses.n), '{}') INTO used FROM uses
  WHERE NOT EXISTS (
    SELECT 1 FROM added WHERE added.project_id = uses.project AND added.decision_id = uses.id);

  INSERT INTO decisions
  SELECT r.* FROM json_populate_recordset(NULL::decisions, records) AS r
  WHERE (r.project_id, r.id) IN (
    SELECT g.project, g.id FROM json_to_recordset(given) AS g (n int, project text, id text)
    WHERE g.n <> ALL (lost || used));

  UPDATE attempts AS a SET
    opened_at = NULL, key_hash = NULL, risk_score = g."riskScore", risk_level = g."riskLevel",
    suggested_action = g."suggestedAction", risk_setting = g."riskSetting", source = g.source,
    model_name = g."modelName", model_version = g."modelVersion",
    model_probability = g."modelProbability", seen = g.seen, request = g.request, hotel = g.hotel,
    hotel_country = g."hotelCountry", billing_country = g."billingCountry",
    phone_country = g."phoneCountry", network_country = g."networkCountry"
  FROM json_to_recordset(given) AS g (
    n int, project text, at bigint, tie bigint, opened boolean, "riskScore" int, "riskLevel" text,
    "suggestedAction" text, "riskSetting" text, source text, "modelName" text, "modelVersion" text,
    "modelProbability" float8, seen boolean, request bigint, hotel bigint, "hotelCountry" text,
    "billingCountry" text, "phoneCountry" text, "networkCountry" text)
  WHERE g.opened AND g.n <> ALL (lost || used)
    AND a.project_id = g.project AND a.at = g.at AND a.tie = g.tie;

  -- Those that were not opened: imported attempts.
  INSERT INTO attempts (project_id, at, tie, id, identities, sighting, risk_score, risk_level,
    suggested_action, risk_setting, source, model_name, model_version, model_probability, seen,
    request, hotel, hotel_country, billing_country, phone_country, network_country)
  SELECT g.project, g.at, g.tie, g.id, g.ids, '[' || g.at || ',' || g.tie || ',' || g.sighting || ']',
    g."riskScore", g."riskLevel", g."suggestedAction", g."riskSetting", g.source, g."modelName",
    g."modelVersion", g."modelProbability", g.seen, g.request, g.hotel, g."hotelCountry",
    g."billingCountry", g."phoneCountry", g."networkCountry"
  FROM json_to_recordset(given) AS g (
    n int, project text, id text, ids bigint[], sighting text, at bigint, tie bigint,
    opened boolean, "riskScore" int, "riskLevel" text, "suggestedAction" text, "riskSetting" text,
    source text, "modelName" text, "modelVersion" text, "modelProbability" float8, seen boolean,
    request bigint, hotel bigint, "hotelCountry" text, "billingCountry" text, "phoneCountry" text,
    "networkCountry" text)
  WHERE NOT g.opened AND g.n <> ALL (lost || used);

  INSERT INTO sightings (project_id, identity, at, tie)
  SELECT DISTINCT g.project, identity, g.at, g.tie
  FROM json_to_recordset(given) AS g (
    n int, project text, ids bigint[], at bigint, tie bigint, opened boolean),
    unnest(g.ids) AS identity
  WHERE NOT g.opened AND g.n <> ALL (lost || used) AND identity IS NOT NULL;

  INSERT INTO hotels (project_id, hotel, hash, name, country, reference_id, giata_id)
  SELECT DISTINCT ON (1, 2, 3) g.project, g.hotel, g."hotelHash", g."hotelName", g."hotelCountry",
    g."hotelReference", g."hotelGiata"
  FROM json_to_recordset(given) AS g (
    n int, project text, hotel bigint, "hotelHash" text, "hotelName" text, "hotelCountry" text,
    "hotelReference" text, "hotelGiata" text)
  WHERE g.hotel IS NOT NULL AND g.n <> ALL (lost || used)
  ORDER BY 1, 2, 3
  ON CONFLICT DO NOTHING;

  -- What was opened and is not stored is not under way any more.
  PERFORM close_attempts_1((
    SELECT json_agg(json_build_object('project', g.project, 'at', g.at, 'tie', g.tie))
    FROM json_to_recordset(given) AS g (
      n int, project text, at bigint, tie bigint, opened boolean)
    WHERE g.opened AND g.n = ANY (used)));

  SELECT json_agg(one) INTO reported FROM json_array_elements(outcomes) AS one
  WHERE (one ->> 'n')::int <> ALL (lost || used);
  IF reported IS NOT NULL THEN
    PERFORM report_outcomes_1(reported);
  END IF;

  RETURN QUERY
  SELECT one, 'lost' FROM unnest(lost) AS one UNION ALL SELECT one, 'used' FROM unnest(used) AS one;
END
$$;
