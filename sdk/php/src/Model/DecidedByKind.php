<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** The first of these that applied: a one-time pass, an entry of the deny list, one of the allow list, the control group, which lets through a random few of those that the model denies, the model. */
final class DecidedByKind
{
    public const MODEL = 'model';
    public const PASS = 'pass';
    public const DENY = 'deny';
    public const ALLOW = 'allow';
    public const CONTROL_GROUP = 'controlGroup';
}
