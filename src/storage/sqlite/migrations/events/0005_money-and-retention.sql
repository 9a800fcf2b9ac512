DROP INDEX `batches_by_age`;--> statement-breakpoint
CREATE INDEX `batches_by_project_age` ON `batches` (`project_id`,`received_at`);