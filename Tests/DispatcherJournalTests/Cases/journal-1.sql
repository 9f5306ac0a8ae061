-- The journal as version 1 of its tables wrote it: five requests that have ended.
BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('1: requests');
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
) STRICT;
INSERT INTO request VALUES(1,'01M80KJ9FKZK2289XYQMKQD3Q3',NULL,'control','notes:///create?title=Hi%20there',0,17687,'/usr/bin/socat',NULL,'640a9256-82c1-4aa2-bc86-3878f6c2d6e5',685742405052,1795316852211,'concluded','n.create','{"title":"Hi there"}','["printf","--","{\"id\":7,\"title\":\"%s\"}","Hi there"]','success','{"id":7,"title":"Hi there"}',NULL,NULL,NULL,NULL,NULL,NULL,685743478374,685746729495,NULL,NULL,1,-1669455861891157275);
INSERT INTO request VALUES(2,'01M80KJ9FRK63W609EVMDA8T7T',NULL,'control','notes:///create?title=x&pin=%3Credacted%3E',0,17687,'/usr/bin/socat',NULL,'640a9256-82c1-4aa2-bc86-3878f6c2d6e5',685747570270,1795316852216,'concluded','n.create','{"title":"x","pin":"<redacted>"}','["printf","--","{\"id\":7,\"title\":\"%s\"}","x"]','success','{"id":7,"title":"x"}',NULL,NULL,NULL,NULL,NULL,NULL,685747950537,685749683734,NULL,NULL,2,-3309143918290187286);
INSERT INTO request VALUES(3,'01M80KJ9FVZGV01XYY85CYMDZY',NULL,'control','notes:///fail?x-error=other%3A%2F%2Fno',0,17687,'/usr/bin/socat',NULL,'640a9256-82c1-4aa2-bc86-3878f6c2d6e5',685750158031,1795316852219,'concluded','n.fail','{}','["sh","-c","echo nothing to be done >&2; exit 3"]','error',NULL,3,'nothing to be done',NULL,'other://no?errorCode=3&errorMessage=nothing%20to%20be%20done','failed','neither DISPLAY nor WAYLAND_DISPLAY is set, so xdg-open would ask no app',685750533852,685752682910,685753023979,685753328783,3,1426704554976330561);
INSERT INTO request VALUES(4,'01M80KJ9FZ3XH3YERVZS4NV0FH',NULL,'control','notes:///cancel',0,17687,'/usr/bin/socat',NULL,'640a9256-82c1-4aa2-bc86-3878f6c2d6e5',685753984963,1795316852223,'concluded','n.cancel','{}','["sh","-c","exit 130"]','cancel',NULL,NULL,NULL,NULL,NULL,NULL,NULL,685754234765,685756070395,NULL,NULL,4,-2930831689437586818);
INSERT INTO request VALUES(5,'01M80KJ9G1QEV7YWRZ16H2ZM96',NULL,'control','notes:///nowhere',0,17687,'/usr/bin/socat',NULL,'640a9256-82c1-4aa2-bc86-3878f6c2d6e5',685756610451,1795316852225,'concluded',NULL,NULL,NULL,'error',NULL,404,'no route for notes:///nowhere',NULL,NULL,NULL,NULL,NULL,685756963077,NULL,NULL,5,8933276118273102543);
CREATE TABLE deletion (last_cursor INTEGER NOT NULL) STRICT;
INSERT INTO deletion VALUES(0);
CREATE INDEX request_accepted ON request (accepted_wall);
CREATE INDEX request_client_id ON request (client_id) WHERE client_id IS NOT NULL;
CREATE UNIQUE INDEX request_cursor ON request (cursor) WHERE cursor IS NOT NULL;
CREATE INDEX request_open ON request (number) WHERE cursor IS NULL;
CREATE INDEX request_uncertain ON request (number) WHERE callback_state = 'uncertain';
COMMIT;
PRAGMA user_version=1;
