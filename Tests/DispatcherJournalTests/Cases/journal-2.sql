-- The journal as version 2 of its tables wrote it: three requests that have ended, the second of which followed from the
-- first, under its narrowing.
BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('1: requests');
INSERT INTO grdb_migrations VALUES('2: narrowing');
CREATE TABLE request (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    client_id TEXT,
    door TEXT NOT NULL,
    url TEXT NOT NULL,
    depth INTEGER NOT NULL,
    peer_process INTEGER,
    peer_program TEXT,
    environment TEXT,
    boot_id TEXT NOT NULL,
    accepted_boot INTEGER NOT NULL,
    accepted_wall INTEGER NOT NULL,
    state TEXT NOT NULL,
    route TEXT,
    input TEXT,
    arguments TEXT,
    outcome TEXT,
    output TEXT,
    error_code INTEGER,
    error_message TEXT,
    error_detail TEXT,
    callback_url TEXT,
    callback_state TEXT,
    callback_reason TEXT,
    running_boot INTEGER,
    concluded_boot INTEGER,
    claimed_boot INTEGER,
    settled_boot INTEGER,
    cursor INTEGER,
    checksum INTEGER NOT NULL
, narrowing TEXT) STRICT;
INSERT INTO request VALUES(1,'01M8101TQF05GE0XYKHHFP2RSW',NULL,'control','notes:///create?title=Hi%20there&x-success=notes%3A%2F%2F%2Ffail',0,30038,'/usr/bin/socat',NULL,'640a9256-82c1-4aa2-bc86-3878f6c2d6e5',13777834599526,1795329944303,'concluded','notes.create','{"title":"Hi there"}','["printf","--","7"]','success','{"result":"7"}',NULL,NULL,NULL,'notes:///fail?result=7','dispatched',NULL,13777835683925,13777854784488,13777855302701,13777856428692,1,1473259738003760572,NULL);
INSERT INTO request VALUES(2,'01M8101TR4HQFPFYEWZ4ES1ED3',NULL,'control','notes:///fail?result=7',1,30038,'/usr/bin/socat',NULL,'640a9256-82c1-4aa2-bc86-3878f6c2d6e5',13777855481318,1795329944324,'concluded','notes.fail','{}','["sh","-c","echo nothing to be done >&2; exit 3"]','error',NULL,3,'nothing to be done',NULL,NULL,NULL,NULL,13777856225859,13777859637220,NULL,NULL,2,-4805735293279057399,'{"hosts":[],"schemes":["otherapp"]}');
INSERT INTO request VALUES(3,'01M8101V1X8J13N7DWFMPG9R9N',NULL,'desktop','notes:///create?title=no',0,30065,'/usr/bin/socat',NULL,'640a9256-82c1-4aa2-bc86-3878f6c2d6e5',13778168712951,1795329944637,'concluded','notes.create',NULL,NULL,'error',NULL,403,'route ''notes.create'' must be confirmed, and no prompt is available; ''desktop: allow'' at routes.d/notes.yaml:4:5 lets it run unasked',NULL,NULL,NULL,NULL,NULL,13778169112027,NULL,NULL,3,-4074243723863163232,NULL);
CREATE TABLE deletion (last_cursor INTEGER NOT NULL) STRICT;
INSERT INTO deletion VALUES(0);
CREATE INDEX request_accepted ON request (accepted_wall);
CREATE INDEX request_client_id ON request (client_id) WHERE client_id IS NOT NULL;
CREATE UNIQUE INDEX request_cursor ON request (cursor) WHERE cursor IS NOT NULL;
CREATE INDEX request_open ON request (number) WHERE cursor IS NULL;
CREATE INDEX request_uncertain ON request (number) WHERE callback_state = 'uncertain';
COMMIT;
PRAGMA user_version=2;
