-- Rows by attempt were keyed by 32 bits of the project's hash, and are now by its number in
-- filed_projects. They are derived from events.db: the indexer fills them again.
DELETE FROM `attempts`;--> statement-breakpoint
DELETE FROM `sightings`;--> statement-breakpoint
DELETE FROM `reports`;--> statement-breakpoint
DELETE FROM `first_reports`;--> statement-breakpoint
DELETE FROM `progress`;
