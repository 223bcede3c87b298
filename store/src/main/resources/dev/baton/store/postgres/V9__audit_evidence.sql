-- From here on the hashes of some audit lines vouch for the rows that they are about. The digest of a report whose result was forgotten:
-- the line that vouches for it can still be checked.
ALTER TABLE job_state ADD COLUMN report_digest bytea;
