CREATE TABLE `webhook_deliveries` (
	`project_id` text NOT NULL,
	`event_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`state` text NOT NULL,
	`attempt` integer NOT NULL,
	`due_at` integer NOT NULL,
	`last_at` integer,
	`status` integer,
	`error` text,
	`took_ms` integer,
	PRIMARY KEY(`project_id`, `event_id`, `endpoint_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_waiting` ON `webhook_deliveries` (`endpoint_id`,`due_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_endpoint` ON `webhook_deliveries` (`endpoint_id`,`event_id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_undelivered` ON `webhook_deliveries` (`endpoint_id`,`event_id`) WHERE state IN ('failed', 'dropped');--> statement-breakpoint
CREATE TABLE `webhook_events` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`at` integer NOT NULL,
	`data` text NOT NULL,
	`sequence` integer,
	PRIMARY KEY(`project_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `webhook_events_fresh` ON `webhook_events` (`id`) WHERE sequence IS NULL;--> statement-breakpoint
CREATE TABLE `webhook_sequences` (
	`project_id` text PRIMARY KEY NOT NULL,
	`last` integer NOT NULL
) WITHOUT ROWID;
