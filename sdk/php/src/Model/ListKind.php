<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** deny and allow decide the action; watch marks decisions. */
final class ListKind
{
    public const DENY = 'deny';
    public const ALLOW = 'allow';
    public const WATCH = 'watch';
}
