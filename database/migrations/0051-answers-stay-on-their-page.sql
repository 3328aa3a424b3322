-- A command is recorded before its work and gets its answer after it, which is longer than all the rest. Room is left for that
-- on its page: an answer that goes to another page is written into the key's index once more, and mostly to an old page that nothing else touches.
alter table commands set (fillfactor = 90);
