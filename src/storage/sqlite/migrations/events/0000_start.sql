CREATE TABLE `batches` (
	`project_id` text NOT NULL,
	`collection_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`received_at` integer NOT NULL,
	`ip` text NOT NULL,
	`user_agent` text NOT NULL,
	`body` text NOT NULL,
	PRIMARY KEY(`project_id`, `collection_id`, `sequence`)
);
--> statement-breakpoint
CREATE TABLE `collections` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`summary` text NOT NULL,
	PRIMARY KEY(`project_id`, `id`)
);
--> statement-breakpoint
CREATE TABLE `decisions` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`decided_at` integer NOT NULL,
	`request_id` text NOT NULL,
	`collection_id` text,
	`risk_score` integer NOT NULL,
	`risk_level` text NOT NULL,
	`suggested_action` text NOT NULL,
	`risk_setting` text NOT NULL,
	`probability` real NOT NULL,
	`model_name` text NOT NULL,
	`model_version` text NOT NULL,
	`model_sha256` text NOT NULL,
	`request` text NOT NULL,
	`evidence` text NOT NULL,
	`feature_set` text NOT NULL,
	`features` text NOT NULL,
	`identities` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `decisions_by_id` ON `decisions` (`project_id`,`id`);--> statement-breakpoint
CREATE TABLE `feature_sets` (
	`id` text PRIMARY KEY NOT NULL,
	`names` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `idempotency` (
	`project_id` text NOT NULL,
	`key_hash` text NOT NULL,
	`body_hash` text NOT NULL,
	`decision_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `key_hash`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_by_age` ON `idempotency` (`project_id`,`created_at`);