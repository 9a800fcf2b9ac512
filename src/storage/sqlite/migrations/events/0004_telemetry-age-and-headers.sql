ALTER TABLE `batches` ADD `headers` text;--> statement-breakpoint
CREATE INDEX `batches_by_age` ON `batches` (`received_at`);