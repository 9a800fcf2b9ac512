<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** The stay. */
final class Booking implements \JsonSerializable
{
    public function __construct(
        /** Check-in date, YYYY-MM-DD. A date in the past is scored, not refused. */
        public readonly string $checkIn,
        /** Check-out date, YYYY-MM-DD. Must be after checkIn. */
        public readonly string $checkOut,
        public readonly ?\BookingRisk\Model\GroupSize $groupSize = null,
        public readonly ?\BookingRisk\Model\Amount $totalAmount = null,
        /** Until when the booking can be cancelled free of charge: ISO 8601 with a time zone. Bookings in review are served by it. */
        public readonly ?\DateTimeImmutable $freeCancellationUntil = null,
    ) {
    }

    /** @param array<string, mixed> $json an object that the service sent */
    public static function fromArray(array $json): self
    {
        return new self(
            checkIn: $json['checkIn'],
            checkOut: $json['checkOut'],
            groupSize: !isset($json['groupSize']) ? null : \BookingRisk\Model\GroupSize::fromArray($json['groupSize']),
            totalAmount: !isset($json['totalAmount']) ? null : \BookingRisk\Model\Amount::fromArray($json['totalAmount']),
            freeCancellationUntil: !isset($json['freeCancellationUntil']) ? null : new \DateTimeImmutable($json['freeCancellationUntil']),
        );
    }

    /** @return array<string, mixed> without what is absent */
    public function jsonSerialize(): array
    {
        return \array_filter(
            [
                'checkIn' => $this->checkIn,
                'checkOut' => $this->checkOut,
                'groupSize' => $this->groupSize,
                'totalAmount' => $this->totalAmount,
                'freeCancellationUntil' => $this->freeCancellationUntil?->format('Y-m-d\TH:i:s.vP'),
            ],
            static fn (mixed $value): bool => $value !== null,
        );
    }
}
