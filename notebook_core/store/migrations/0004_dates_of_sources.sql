-- The date that a source gives of itself: NULL where it gives none.

ALTER TABLE source ADD COLUMN dated DATE;
