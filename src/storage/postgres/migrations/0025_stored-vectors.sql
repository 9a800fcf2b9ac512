-- The features of a decision are stored in another form from here on, in the same column. Earlier versions cannot read it:
-- this keeps them from opening these tables.
SELECT 1;
