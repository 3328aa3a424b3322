-- Whoever uploads a file says what it is and whose. Whose receipt it is, whether something pins it, and when it came are not the
-- uploader's to say: `receipt_driver_id` decides who may see it (0037).

revoke insert on files from mandoob_request;
grant insert (shop_id, id, bucket, path, sha256, bytes, type, uploaded_by) on files to mandoob_request;
