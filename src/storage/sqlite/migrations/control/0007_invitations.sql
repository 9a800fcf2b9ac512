ALTER TABLE `links` ADD `creator_id` text;--> statement-breakpoint
ALTER TABLE `users` ADD `vouched_by` text;--> statement-breakpoint
-- Invitations end with their maker's right, so they name the account. Those of accounts that are gone end now.
UPDATE `links` SET `creator_id` = (SELECT `id` FROM `users` WHERE `users`.`email` = `links`.`created_by`);--> statement-breakpoint
DELETE FROM `links` WHERE `purpose` = 'invitation' AND `creator_id` IS NULL AND `created_by` LIKE '%@%';
