CREATE TABLE version (
    number INTEGER NOT NULL
);
CREATE TABLE people (
    id INTEGER NOT NULL,
    name TEXT NOT NULL,
    folded TEXT NOT NULL,
    password TEXT NOT NULL,
    email TEXT NOT NULL,
    confirmed FLOAT,
    webhook TEXT NOT NULL,
    language TEXT NOT NULL,
    created FLOAT NOT NULL,
    seen FLOAT NOT NULL,
    skeleton TEXT NOT NULL,
    admin BOOLEAN NOT NULL,
    banned FLOAT,
    deleted FLOAT,
    PRIMARY KEY (id),
    UNIQUE (folded)
);
CREATE UNIQUE INDEX people_skeleton ON people (skeleton);
CREATE TABLE buckets (
    "key" TEXT NOT NULL,
    level FLOAT NOT NULL,
    time FLOAT NOT NULL,
    PRIMARY KEY ("key")
);
CREATE TABLE blocks (
    person INTEGER NOT NULL,
    other INTEGER NOT NULL,
    made FLOAT NOT NULL,
    PRIMARY KEY (person, other),
    FOREIGN KEY(person) REFERENCES people (id),
    FOREIGN KEY(other) REFERENCES people (id)
);
CREATE INDEX ix_blocks_other ON blocks (other);
CREATE TABLE sessions (
    token TEXT NOT NULL,
    person INTEGER NOT NULL,
    created FLOAT NOT NULL,
    until FLOAT NOT NULL,
    PRIMARY KEY (token),
    FOREIGN KEY(person) REFERENCES people (id)
);
CREATE INDEX ix_sessions_person ON sessions (person);
CREATE TABLE matches (
    id TEXT NOT NULL,
    game TEXT NOT NULL,
    scenario TEXT NOT NULL,
    options TEXT NOT NULL,
    rules INTEGER NOT NULL,
    pack TEXT NOT NULL,
    pack_name TEXT NOT NULL,
    seed TEXT NOT NULL,
    creator INTEGER NOT NULL,
    private BOOLEAN NOT NULL,
    sandbox BOOLEAN NOT NULL,
    clock TEXT NOT NULL,
    on_timeout TEXT NOT NULL,
    origin TEXT NOT NULL,
    start TEXT NOT NULL,
    created FLOAT NOT NULL,
    acts INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    status TEXT NOT NULL,
    turn TEXT NOT NULL,
    changed FLOAT NOT NULL,
    deadline FLOAT,
    result TEXT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(creator) REFERENCES people (id)
);
CREATE INDEX ix_matches_creator ON matches (creator);
CREATE INDEX ix_matches_status ON matches (status);
CREATE INDEX ix_matches_deadline ON matches (deadline);
CREATE TABLE tokens (
    token TEXT NOT NULL,
    person INTEGER NOT NULL,
    purpose TEXT NOT NULL,
    value TEXT NOT NULL,
    until FLOAT NOT NULL,
    PRIMARY KEY (token),
    FOREIGN KEY(person) REFERENCES people (id)
);
CREATE INDEX ix_tokens_person ON tokens (person);
CREATE TABLE acts (
    "match" TEXT NOT NULL,
    number INTEGER NOT NULL,
    time FLOAT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    mark TEXT NOT NULL,
    PRIMARY KEY ("match", number),
    FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE seats (
    "match" TEXT NOT NULL,
    chair TEXT NOT NULL,
    person INTEGER,
    bot TEXT NOT NULL,
    PRIMARY KEY ("match", chair),
    FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE INDEX ix_seats_person ON seats (person);
CREATE TABLE invites (
    token TEXT NOT NULL,
    "match" TEXT NOT NULL,
    chair TEXT NOT NULL,
    until FLOAT NOT NULL,
    used FLOAT,
    person INTEGER,
    PRIMARY KEY (token),
    FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE INDEX ix_invites_match ON invites ("match");
CREATE TABLE chat (
    "match" TEXT NOT NULL,
    number INTEGER NOT NULL,
    time FLOAT NOT NULL,
    person INTEGER NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    removed FLOAT,
    PRIMARY KEY ("match", number),
    FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE notes (
    "match" TEXT NOT NULL,
    person INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY ("match", person),
    FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE notices (
    id INTEGER NOT NULL,
    person INTEGER NOT NULL,
    "match" TEXT NOT NULL,
    acts INTEGER NOT NULL,
    kind TEXT NOT NULL,
    made FLOAT NOT NULL,
    mailed FLOAT,
    called FLOAT,
    tries INTEGER NOT NULL,
    next FLOAT NOT NULL,
    sent FLOAT,
    read FLOAT,
    PRIMARY KEY (id),
    FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE INDEX ix_notices_person ON notices (person);
CREATE INDEX ix_notices_sent ON notices (sent);
INSERT INTO version (number) VALUES (5);
