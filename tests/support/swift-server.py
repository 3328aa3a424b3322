"""
OpenStack Swift with its S3 interface: proxy, account, container and object server in one process, over one
directory, on loopback. Prints `ready {port}` to stdout, and ends when its stdin closes. Arguments: the
directory, the key id, the secret, and the maximum number of keys on a page of a listing.
"""
import getpass
import os
import socket
import sys

from swift.common import utils

directory, key_id, secret, page = sys.argv[1:5]
account, user = key_id.split(':')

os.makedirs(os.path.join(directory, 'disk', 'd1'))
utils.SWIFT_CONF_FILE = os.path.join(directory, 'swift.conf')
with open(utils.SWIFT_CONF_FILE, 'w') as settings:
    settings.write('[swift-hash]\nswift_hash_path_suffix = tests\n[storage-policy:0]\nname = only\ndefault = yes\n')
utils.validate_hash_conf()

# Test data need not survive a crash of the computer.
os.fsync = os.fdatasync = lambda _: None

import eventlet
import eventlet.wsgi
from swift.common.ring import RingBuilder
from swift.common.wsgi import loadapp

eventlet.patcher.monkey_patch(all=False, socket=True, select=True, thread=True)

COMMON = f'''[DEFAULT]
swift_dir = {directory}
devices = {directory}/disk
mount_check = false
fallocate_reserve = 0
log_level = ERROR
user = {getpass.getuser()}
'''

STORAGE = '''[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
'''

PROXY = f'''[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
max_bucket_listing = {page}
auth_pipeline_check = false
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret} .admin
user_{account}_stranger = {secret}
[filter:copy]
use = egg:swift#copy
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
'''


def listening():
    found = socket.socket()
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.bind(('127.0.0.1', 0))
    found.listen(128)
    return found


def serve(kind, text, where):
    path = os.path.join(directory, f'{kind}-server.conf')
    with open(path, 'w') as conf:
        conf.write(COMMON + text)
    # Without access logs: responses contain all that tests need.
    eventlet.spawn(eventlet.wsgi.server, where, loadapp(path), log_output=False, custom_pool=eventlet.GreenPool(64))


def make_ring(kind, port):
    builder = RingBuilder(part_power=1, replicas=1, min_part_hours=0)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1', 'port': port, 'device': 'd1',
                     'replication_ip': '127.0.0.1', 'replication_port': port})
    builder.rebalance()
    builder.get_ring().save(os.path.join(directory, f'{kind}.ring.gz'))


sockets = {kind: listening() for kind in ('account', 'container', 'object')}
for kind, found in sockets.items():
    make_ring(kind, found.getsockname()[1])
for kind, found in sockets.items():
    serve(kind, STORAGE.format(kind=kind), found)
proxy = listening()
serve('proxy', PROXY, proxy)
print(f'ready {proxy.getsockname()[1]}', flush=True)

eventlet.hubs.trampoline(0, read=True)
