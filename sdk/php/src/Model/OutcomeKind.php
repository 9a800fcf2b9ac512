<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** chargeback: the payment was charged back. fraud: found to be fraudulent in another way. legitimate: a genuine guest, also when the booking was refused. */
final class OutcomeKind
{
    public const CHARGEBACK = 'chargeback';
    public const FRAUD = 'fraud';
    public const LEGITIMATE = 'legitimate';
}
