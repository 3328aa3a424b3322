-- Each upload adds up what its person has uploaded that no command has used yet: by person, not through all that the shop's people have.
drop index files_unpinned;
create index files_unpinned on files (shop_id, uploaded_by) include (bytes) where pinned_at is null;
