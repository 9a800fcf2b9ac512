module booking-risk.example/bookingrisk

go 1.18
