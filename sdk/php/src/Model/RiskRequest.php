<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** One booking attempt. Optional fields may be absent or null. Unknown fields are ignored and not stored. Strings are trimmed. */
final class RiskRequest implements \JsonSerializable
{
    public function __construct(
        public readonly \BookingRisk\Model\Booker $booker,
        public readonly \BookingRisk\Model\Hotel $hotel,
        public readonly \BookingRisk\Model\Booking $booking,
        /** Your correlation ID for this request. Returned in errors and stored with the decision. */
        public readonly string $requestId,
        /** The collection ID of the guest's browser tab, from window.Service.getCollectionId(). An ID that is unknown, expired or of another project is a signal, never an error. */
        public readonly ?string $collectionId = null,
        /** The named guests. Always an array, even for one guest. @var list<\BookingRisk\Model\Guest>|null */
        public readonly ?array $guests = null,
        public readonly ?\BookingRisk\Model\Billing $billing = null,
        public readonly ?\BookingRisk\Model\Payment $payment = null,
        /** Columns of your own, by the names under which the project declares them: a number, a text of at most 64 characters for a category, true or false for a flag. @var array<string, mixed>|null */
        public readonly ?array $attributes = null,
    ) {
    }

    /** @param array<string, mixed> $json an object that the service sent */
    public static function fromArray(array $json): self
    {
        return new self(
            collectionId: !isset($json['collectionId']) ? null : $json['collectionId'],
            booker: \BookingRisk\Model\Booker::fromArray($json['booker']),
            guests: !isset($json['guests']) ? null : \array_map(\BookingRisk\Model\Guest::fromArray(...), $json['guests']),
            billing: !isset($json['billing']) ? null : \BookingRisk\Model\Billing::fromArray($json['billing']),
            hotel: \BookingRisk\Model\Hotel::fromArray($json['hotel']),
            booking: \BookingRisk\Model\Booking::fromArray($json['booking']),
            payment: !isset($json['payment']) ? null : \BookingRisk\Model\Payment::fromArray($json['payment']),
            attributes: !isset($json['attributes']) ? null : $json['attributes'],
            requestId: $json['requestId'],
        );
    }

    /** @return array<string, mixed> without what is absent */
    public function jsonSerialize(): array
    {
        return \array_filter(
            [
                'collectionId' => $this->collectionId,
                'booker' => $this->booker,
                'guests' => $this->guests,
                'billing' => $this->billing,
                'hotel' => $this->hotel,
                'booking' => $this->booking,
                'payment' => $this->payment,
                'attributes' => $this->attributes === null ? null : (object) $this->attributes,
                'requestId' => $this->requestId,
            ],
            static fn (mixed $value): bool => $value !== null,
        );
    }
}
