ALTER TABLE `projects` ADD `money_terms` text;--> statement-breakpoint
ALTER TABLE `projects` ADD `telemetry_retention_days` integer;