-- Functions that take arrays. Parsing JSON took longer, and every statement of a function parsed it again. What only some
-- groups have is still JSON, null where a group has none. Plans are generic: each statement is planned once, for groups of
-- any size.
--
-- commit_decisions_2 counts the days of hotels itself, once for each group; triggers count for all other statements.
DROP TRIGGER attempt_stored ON attempts;
--> statement-breakpoint
CREATE TRIGGER attempt_stored AFTER INSERT ON attempts FOR EACH ROW
WHEN (NEW.hotel IS NOT NULL AND current_setting('booking_risk.counts_days', true) IS DISTINCT FROM 'on')
EXECUTE FUNCTION count_attempt_day_1();
--> statement-breakpoint
DROP TRIGGER attempt_decided ON attempts;
--> statement-breakpoint
CREATE TRIGGER attempt_decided AFTER UPDATE ON attempts FOR EACH ROW
WHEN (OLD.hotel IS NULL AND NEW.hotel IS NOT NULL
  AND current_setting('booking_risk.counts_days', true) IS DISTINCT FROM 'on')
EXECUTE FUNCTION count_attempt_day_1();
--> statement-breakpoint
-- Stores decisions, all of them or none, and returns the numbers, from 1, of those that were not: "pass", where the
-- one-time pass is used, and the attempt stays open; "lost", where the attempt is not open any more; or "used", where
-- the idempotency key is in use. It waits for other transactions that use the same passes or keys.
--
-- The arrays are columns of `decisions`, and of `attempts` those from `seens` on. The rest are lists of what some of
-- the decisions have, each with the number n of its decision:
--   imported: that its attempt was not opened, with what the attempt's row has besides.
--   keys, passes: its idempotency key, its pass.
--   sent_hotels: a hotel as it was sent, where the database may not have it, with the numbers ns of its decisions.
--   outcomes, events, opened: a report, an event for webhooks, a review that is opened.
CREATE FUNCTION commit_decisions_2(
  projects text[], ids text[], ats bigint[], ties bigint[], sources text[], request_ids text[], key_ids text[],
  collection_ids text[], risk_scores int[], risk_levels text[], suggested_actions text[], risk_settings text[],
  probabilities float8[], model_probabilities float8[], project_base_rates float8[], model_base_rates float8[],
  model_names text[], model_versions text[], model_hashes text[], sent text[], evidences text[],
  feature_sets text[], all_features text[], matches text[], draws text[], challenges text[],
  seens boolean[], requests bigint[], hotel_ids bigint[], hotel_countries text[], billing_countries text[],
  phone_countries text[], network_countries text[],
  imported json, keys json, passes json, outcomes json, events json, opened json, sent_hotels json
) RETURNS TABLE (n int, refused text) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  not_opened int[] := '{}';
  late int[] := '{}';
  lost int[] := '{}';
  used int[] := '{}';
  not_stored int[];
  decided int[];
  reported json;
BEGIN
  -- Only a superuser may create a function with a parameter that PostgreSQL does not know.
  PERFORM set_config('booking_risk.counts_days', 'on', true);
  IF imported IS NOT NULL THEN
    SELECT array_agg(i.n) INTO not_opened FROM json_to_recordset(imported) AS i (n int);
  END IF;

  IF passes IS NOT NULL THEN
    WITH asked AS (
      SELECT p.n, projects[p.n] AS project, ids[p.n] AS id, p.pass
      FROM json_to_recordset(passes) AS p (n int, pass text)
    ), added AS (
      INSERT INTO pass_uses AS p (project_id, pass_id, decision_id)
      SELECT project, pass, id FROM asked ORDER BY project, pass, asked.n
      ON CONFLICT DO NOTHING
      RETURNING p.project_id, p.decision_id
    )
    SELECT coalesce(array_agg(asked.n), '{}') INTO late FROM asked
    WHERE NOT EXISTS (
      SELECT 1 FROM added WHERE added.project_id = asked.project AND added.decision_id = asked.id);
  END IF;

  IF keys IS NOT NULL THEN
    SELECT coalesce(array_agg(g.n), '{}') INTO lost
    FROM unnest(projects, ats, ties) WITH ORDINALITY AS g (project, at, tie, n)
    WHERE g.n <> ALL (not_opened || late) AND NOT EXISTS (
      SELECT 1 FROM attempts AS a
      WHERE a.project_id = g.project AND a.at = g.at AND a.tie = g.tie AND a.opened_at + 0 IS NOT NULL
      FOR UPDATE);
    WITH uses AS (
      SELECT k.*, projects[k.n] AS project, ids[k.n] AS id FROM json_to_recordset(keys) AS k (
        n int, "keyHash" text, "bodyHash" text, "usedAt" bigint, "usedSince" bigint)
      WHERE k.n <> ALL (late || lost)
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
  END IF;

  not_stored := late || lost || used;
  WITH changed AS (
    UPDATE attempts AS a SET
      opened_at = NULL, key_hash = NULL, risk_score = g.risk_score, risk_level = g.risk_level,
      suggested_action = g.suggested_action, risk_setting = g.risk_setting, source = g.source,
      model_name = g.model_name, model_version = g.model_version,
      model_probability = coalesce(g.model_probability, g.probability),
      seen = g.seen, request = g.request, hotel = g.hotel, hotel_country = g.hotel_country,
      billing_country = g.billing_country, phone_country = g.phone_country,
      network_country = g.network_country
    FROM unnest(projects, ats, ties, risk_scores, risk_levels, suggested_actions, risk_settings, sources,
      model_names, model_versions, probabilities, model_probabilities, seens, requests, hotel_ids, hotel_countries,
      billing_countries, phone_countries, network_countries) WITH ORDINALITY AS g (
      project, at, tie, risk_score, risk_level, suggested_action, risk_setting, source, model_name,
      model_version, probability, model_probability, seen, request, hotel, hotel_country, billing_country,
      phone_country, network_country, n)
    WHERE g.n <> ALL (not_opened || not_stored)
      -- The sum keeps it from reading the index of all that are open.
      AND a.project_id = g.project AND a.at = g.at AND a.tie = g.tie AND a.opened_at + 0 IS NOT NULL
    RETURNING g.n
  )
  SELECT coalesce(array_agg(changed.n), '{}') INTO decided FROM changed;
  IF cardinality(decided) + cardinality(not_opened) + cardinality(not_stored) < cardinality(projects) THEN
    SELECT array_agg(i) INTO lost FROM generate_series(1, cardinality(projects)) AS i
    WHERE i <> ALL (decided || not_opened || late || used);
    not_stored := late || lost || used;
  END IF;

  INSERT INTO decisions (project_id, id, decided_at, tie, source, request_id, key_id, collection_id, risk_score,
    risk_level, suggested_action, risk_setting, probability, model_probability, project_base_rate,
    model_base_rate, model_name, model_version, model_sha256, request, evidence, feature_set, features,
    list_matches, control_group, challenge)
  SELECT project, id, at, tie, source, request_id, key_id, collection_id, risk_score, risk_level, suggested_action,
    risk_setting, probability, model_probability, project_base_rate, model_base_rate, model_name,
    model_version, model_sha256, request, evidence, feature_set, features, list_matches, control_group,
    challenge
  FROM unnest(projects, ids, ats, ties, sources, request_ids, key_ids, collection_ids, risk_scores, risk_levels,
    suggested_actions, risk_settings, probabilities, model_probabilities, project_base_rates, model_base_rates,
    model_names, model_versions, model_hashes, sent, evidences, feature_sets, all_features, matches, draws,
    challenges) WITH ORDINALITY AS g (
    project, id, at, tie, source, request_id, key_id, collection_id, risk_score, risk_level, suggested_action,
    risk_setting, probability, model_probability, project_base_rate, model_base_rate, model_name,
    model_version, model_sha256, request, evidence, feature_set, features, list_matches, control_group,
    challenge, n)
  WHERE g.n <> ALL (not_stored);

  IF imported IS NOT NULL THEN
    INSERT INTO attempts (project_id, at, tie, id, identities, sighting, risk_score, risk_level,
      suggested_action, risk_setting, source, model_name, model_version, model_probability, seen,
      request, hotel, hotel_country, billing_country, phone_country, network_country)
    SELECT projects[i.n], ats[i.n], ties[i.n], ids[i.n], i.identities,
      '[' || ats[i.n] || ',' || ties[i.n] || ',' || i.sighting || ']', risk_scores[i.n], risk_levels[i.n],
      suggested_actions[i.n], risk_settings[i.n], sources[i.n], model_names[i.n], model_versions[i.n],
      coalesce(model_probabilities[i.n], probabilities[i.n]), seens[i.n], requests[i.n], hotel_ids[i.n], hotel_countries[i.n],
      billing_countries[i.n], phone_countries[i.n], network_countries[i.n]
    FROM json_to_recordset(imported) AS i (n int, identities bigint[], sighting text)
    WHERE i.n <> ALL (not_stored);
    INSERT INTO sightings (project_id, identity, at, tie)
    SELECT DISTINCT projects[i.n], identity, ats[i.n], ties[i.n]
    FROM json_to_recordset(imported) AS i (n int, identities bigint[]), unnest(i.identities) AS identity
    WHERE i.n <> ALL (not_stored) AND identity IS NOT NULL;
  END IF;

  -- As add_hotel_day_1.
  INSERT INTO hotel_days AS h (project_id, hotel, day, writer, attempts, frauds, delay_days)
  SELECT g.project, counted.hotel, counted.day, pg_backend_pid(), count(*), 0, 0
  FROM unnest(projects, ats, hotel_ids) WITH ORDINALITY AS g (project, at, hotel, n),
    LATERAL (VALUES (g.hotel, g.at / 86400000), (0, g.at / 86400000), (-1, 0)) AS counted (hotel, day)
  WHERE g.hotel IS NOT NULL AND g.n <> ALL (not_stored)
    AND (counted.hotel <> -1 OR g.at / 86400000 < floor(extract(epoch FROM clock_timestamp()) / 86400))
  GROUP BY 1, 2, 3
  ON CONFLICT (project_id, hotel, day, writer) DO UPDATE SET attempts = h.attempts + excluded.attempts;

  IF sent_hotels IS NOT NULL THEN
    INSERT INTO hotels (project_id, hotel, hash, name, country, reference_id, giata_id)
    SELECT projects[s.ns[1]], hotel_ids[s.ns[1]], s.hash, s.name, s.country, s."referenceId", s."giataId"
    FROM json_to_recordset(sent_hotels) AS s (
      ns int[], hash text, name text, country text, "referenceId" text, "giataId" text)
    WHERE NOT s.ns <@ not_stored
    ORDER BY 1, 2, 3
    ON CONFLICT DO NOTHING;
  END IF;

  -- What was opened and is not stored is not under way any more.
  IF used <> '{}' THEN
    PERFORM close_attempts_1(json_agg(json_build_object('project', projects[i], 'at', ats[i], 'tie', ties[i])))
    FROM unnest(used) AS i WHERE i <> ALL (not_opened);
  END IF;
  IF passes IS NOT NULL THEN
    DELETE FROM pass_uses AS p USING json_to_recordset(passes) AS asked (n int, pass text)
    WHERE asked.n = ANY (lost || used) AND p.project_id = projects[asked.n] AND p.pass_id = asked.pass
      AND p.decision_id = ids[asked.n];
  END IF;
  IF outcomes IS NOT NULL THEN
    SELECT json_agg(one) INTO reported FROM json_array_elements(outcomes) AS one
    WHERE (one ->> 'n')::int <> ALL (not_stored);
    PERFORM report_outcomes_1(coalesce(reported, '[]'));
  END IF;
  IF events IS NOT NULL THEN
    PERFORM record_webhook_events_1(coalesce(json_agg(e.event), '[]'))
    FROM json_to_recordset(events) AS e (n int, event json) WHERE e.n <> ALL (not_stored);
  END IF;
  IF opened IS NOT NULL THEN
    INSERT INTO reviews
      (project_id, decision_id, sources, opened_at, deadline, expected_loss, place, state, due_at, claim)
    SELECT o."projectId", o."decisionId", o.sources, o."openedAt", o.deadline, o."expectedLoss", o.place,
      'waiting', o.deadline, 0
    FROM json_to_recordset(opened) AS o (
      n int, "projectId" text, "decisionId" text, sources text, "openedAt" bigint, deadline bigint,
      "expectedLoss" float8, place float8)
    WHERE o.n <> ALL (not_stored);
    PERFORM record_webhook_events_1(coalesce(json_agg(o.event), '[]'))
    FROM json_to_recordset(opened) AS o (n int, event json)
    WHERE json_typeof(o.event) = 'object' AND o.n <> ALL (not_stored);
  END IF;

  PERFORM set_config('booking_risk.counts_days', 'off', true);
  RETURN QUERY SELECT one, 'pass' FROM unnest(late) AS one
    UNION ALL SELECT one, 'lost' FROM unnest(lost) AS one UNION ALL SELECT one, 'used' FROM unnest(used) AS one;
END
$$;
--> statement-breakpoint
-- The rows of hotels from one day to another, as hotel_day_rows_1 returns those of one. The hotel 0 stands for all.
CREATE FUNCTION hotel_day_rows_2(projects text[], hotel_ids bigint[], since int[], before int[])
RETURNS TABLE (late bigint, today int, first int, days json) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET jit = off SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
  RETURN QUERY SELECT
    (SELECT coalesce(sum(h.attempts), 0) FROM hotel_days AS h
      WHERE h.project_id = asked.project AND h.hotel = -1 AND h.day = 0)::bigint,
    floor(extract(epoch FROM clock_timestamp()) / 86400)::int,
    (SELECT f.day FROM hotel_days AS f
      WHERE f.project_id = asked.project AND f.hotel = asked.hotel AND f.attempts > 0 ORDER BY f.day LIMIT 1),
    (SELECT coalesce(json_agg(json_build_array(h.day, h.attempts, h.frauds, h.delay_days)), '[]')
      FROM hotel_days AS h
      WHERE h.project_id = asked.project AND h.hotel = asked.hotel
        AND h.day >= asked.since AND h.day < asked.before)
  FROM unnest(projects, hotel_ids, since, before) WITH ORDINALITY AS asked (project, hotel, since, before, n)
  ORDER BY asked.n;
END
$$;
--> statement-breakpoint
-- As open_attempts_6, whose `given` are arrays here: of each attempt the place of its project in `projects`, from 1, and
-- what is stored of it. Attempts are numbered from 0 in the answer, in which `opened` is [n, at, key, outcomes].
CREATE FUNCTION open_attempts_7(
  given_project int[], given_at bigint[], given_tie bigint[], given_since bigint[], given_id text[],
  given_ids text[], given_sighting text[], given_key_hash text[], given_used_since bigint[],
  projects text[], asked_project int[], asked_identity bigint[], asked_first boolean[],
  asked_at bigint[], asked_tie bigint[], asked_revision bigint[], unscored_project int[], unscored_at bigint[],
  unscored_tie bigint[], ahead_max bigint, copy_id text
) RETURNS text LANGUAGE plpgsql
SET enable_sort = off SET enable_bitmapscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  -- A server that was restarted, or is another one since a failover, may have lost what was opened last.
  started_s bigint := extract(epoch FROM pg_postmaster_start_time());
  one record;
  newest record;
  now_ms bigint;
  moment bigint;
  current_project text;
  last_at bigint;
  last_tie bigint;
  last_ats bigint[] := '{}';
  last_ties bigint[] := '{}';
  earliest bigint;
  used text;
  revisions bigint[];
  late bigint[];
  opened_at_ms bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(given_project)]);
  has_reports boolean;
  refused text[] := '{}';
  past_text text;
  score_text text;
  opened_text text;
BEGIN
  -- The commit of the decision waits for the disk, and with it for this.
  PERFORM set_config('synchronous_commit', 'off', true);
  PERFORM pg_advisory_xact_lock(hashtextextended('open ' || sorted.project, 0))
  FROM (SELECT DISTINCT name AS project FROM unnest(projects) AS name ORDER BY 1) AS sorted;
  -- Every statement from here on sees what others committed before the lock was taken. Revisions are read
  -- first: what is deleted after that is not taken for known.
  SELECT array_agg(started_s * 1000000 + coalesce(c.changes, 0) ORDER BY p.i),
    array_agg(coalesce(c.late, 0) ORDER BY p.i)
  INTO revisions, late
  FROM unnest(projects) WITH ORDINALITY AS p (name, i)
  LEFT JOIN LATERAL (
    SELECT sum(h.attempts) FILTER (WHERE h.hotel = -2) AS changes,
      sum(h.attempts) FILTER (WHERE h.hotel = -1) AS late
    FROM hotel_days AS h WHERE h.project_id = p.name AND h.hotel IN (-2, -1) AND h.day = 0
  ) AS c ON true;
  now_ms := floor(extract(epoch FROM clock_timestamp()) * 1000);
  FOR one IN
    SELECT projects[g.i] AS project, g.*
    FROM unnest(given_project, given_at, given_tie, given_since, given_key_hash, given_used_since)
      WITH ORDINALITY AS g (i, at, tie, since, key_hash, used_since, n)
    ORDER BY g.i, g.n
  LOOP
    IF one.key_hash IS NOT NULL THEN
      used := CASE WHEN EXISTS (
          SELECT 1 FROM idempotency AS i WHERE i.project_id = one.project
            AND i.key_hash = one.key_hash AND i.created_at >= one.used_since) THEN 'used'
        WHEN EXISTS (
          SELECT 1 FROM attempts AS a WHERE a.project_id = one.project
            AND a.key_hash = one.key_hash AND a.opened_at IS NOT NULL) THEN 'open' END;
      IF used IS NOT NULL THEN
        refused := refused || format('[%s,null,"%s",null]', one.n - 1, used);
        CONTINUE;
      END IF;
    END IF;
    -- A copy whose clock is wrong takes the database's time.
    moment := CASE WHEN abs(one.at - now_ms) <= ahead_max THEN one.at ELSE now_ms END;
    IF current_project IS DISTINCT FROM one.project THEN
      current_project := one.project;
      last_at := NULL;
      SELECT a.at, a.tie INTO newest FROM attempts AS a
      WHERE a.project_id = one.project AND a.at >= moment
      ORDER BY a.at DESC, a.tie DESC LIMIT 1;
      IF FOUND AND newest.at > moment + ahead_max THEN
        -- Of a clock that was set back since: places before those that copies have read are given again.
        PERFORM count_past_change_1(one.project);
        SELECT a.at, a.tie INTO newest FROM attempts AS a
        WHERE a.project_id = one.project AND a.at >= moment AND a.at <= moment + ahead_max
        ORDER BY a.at DESC, a.tie DESC LIMIT 1;
      END IF;
      IF FOUND THEN
        last_at := newest.at;
        last_tie := newest.tie;
      END IF;
    END IF;
    -- After all that were opened before.
    IF (last_at, last_tie) >= (moment, one.tie) THEN
      moment := last_at + CASE WHEN last_tie < one.tie THEN 0 ELSE 1 END;
    END IF;
    last_at := moment;
    last_tie := one.tie;
    earliest := least(earliest, moment - one.since);
    opened_at_ms[one.n] := moment;
    last_ats[one.i] := moment;
    last_ties[one.i] := one.tie;
  END LOOP;

  SELECT string_agg('[' || coalesce(first.at::text, 'null') || ',[' || coalesce(
    CASE WHEN first.at IS NOT NULL OR w.at IS NOT NULL OR NOT w.is_first THEN (
      SELECT string_agg((
        SELECT left(a.sighting, -1) || ',' || coalesce(a.risk_score::text, 'null') || ']'
        FROM attempts AS a
        WHERE a.project_id = w.name AND a.at = found.at AND a.tie = found.tie
      ), ',' ORDER BY found.at, found.tie)
      FROM (
        SELECT s.at, s.tie FROM sightings AS s
        WHERE s.project_id = w.name AND s.identity = w.identity
          -- A clock may be set back by as much as is accepted.
          AND s.at >= coalesce(w.at, earliest - ahead_max)
          AND (s.at, s.tie) > (coalesce(w.at, earliest - ahead_max), coalesce(w.tie, -1))
          AND s.at <= w.last_at AND (s.at, s.tie) < (w.last_at, w.last_tie)
        ORDER BY s.at DESC, s.tie DESC LIMIT 128
      ) AS found) END, '') || ']]', ',' ORDER BY w.n)
  INTO past_text
  FROM (
    SELECT a.n, projects[a.i] AS name, a.identity, a.is_first, last_ats[a.i] AS last_at,
      last_ties[a.i] AS last_tie,
      CASE WHEN a.revision = revisions[a.i] THEN a.at END AS at,
      CASE WHEN a.revision = revisions[a.i] THEN a.tie END AS tie
    FROM unnest(asked_project, asked_identity, asked_first, asked_at, asked_tie, asked_revision)
      WITH ORDINALITY AS a (i, identity, is_first, at, tie, revision, n)
  ) AS w
  LEFT JOIN LATERAL (
    SELECT s.at FROM sightings AS s
    WHERE s.project_id = w.name AND s.identity = w.identity AND s.at <= w.last_at AND w.is_first AND w.at IS NULL
    ORDER BY s.at, s.tie LIMIT 1
  ) AS first ON true;

  SELECT string_agg('[' || u.n - 1 || ',' || coalesce(a.risk_score::text, 'null') || ']', ',')
  INTO score_text
  FROM unnest(unscored_project, unscored_at, unscored_tie) WITH ORDINALITY AS u (i, at, tie, n)
  LEFT JOIN attempts AS a ON a.project_id = projects[u.i] AND a.at = u.at AND a.tie = u.tie
  WHERE a.opened_at IS NULL;

  INSERT INTO attempts (project_id, at, tie, id, opened_at, copy, key_hash, identities, sighting)
  SELECT projects[g.i], g.at, g.tie,
    -- A decision's ID begins with its time.
    CASE WHEN g.at = g.asked_at THEN g.id ELSE 'dec_' || lpad(to_hex(g.at), 12, '0') || substr(g.id, 17) END,
    now_ms, copy_id, g.key_hash, g.ids::bigint[], '[' || g.at || ',' || g.tie || ',' || g.sighting || ']'
  FROM unnest(given_project, given_at, opened_at_ms, given_tie, given_id, given_key_hash, given_ids, given_sighting)
    AS g (i, asked_at, at, tie, id, key_hash, ids, sighting)
  WHERE g.at IS NOT NULL;
  INSERT INTO sightings (project_id, identity, at, tie)
  SELECT DISTINCT projects[g.i], identity, g.at, g.tie
  FROM unnest(given_project, opened_at_ms, given_tie, given_ids) AS g (i, at, tie, ids),
    unnest(g.ids::bigint[]) AS identity
  WHERE g.at IS NOT NULL AND identity IS NOT NULL;

  has_reports := EXISTS (SELECT 1 FROM first_reports AS f WHERE f.project_id = ANY (projects));
  SELECT string_agg('[' || g.n - 1 || ',' || g.at || ',null,' || coalesce(
    CASE WHEN has_reports THEN outcomes_of_1(projects[g.i], g.ids::bigint[], g.at)::text END, 'null') || ']', ',')
  INTO opened_text
  FROM unnest(given_project, opened_at_ms, given_ids) WITH ORDINALITY AS g (i, at, ids, n)
  WHERE g.at IS NOT NULL;

  RETURN '{"projects":[' || (
      SELECT string_agg('[' || revisions[i] || ',' || late[i] || ']', ',' ORDER BY i)
      FROM generate_subscripts(projects, 1) AS i)
    || '],"opened":[' || array_to_string(refused || opened_text, ',')
    || '],"past":[' || coalesce(past_text, '') || '],"scores":[' || coalesce(score_text, '') || ']}';
END
$$;
